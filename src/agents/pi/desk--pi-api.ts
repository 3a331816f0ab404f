/** PiApi: the part of pi's extension interface that is used here, by shape: nothing of pi is imported, so that one file serves all versions. */

import type { JsonObject } from "../../base/json--json-line.js";

/** What pi hands to every handler. What only newer versions have is optional. */
export interface PiContext {
  readonly cwd: string;
  /** False where nobody sees `ui`: with `-p` and with `--mode json`. */
  readonly hasUI: boolean;
  readonly ui: { notify(message: string, type?: "info" | "warning" | "error"): void };
  readonly sessionManager: {
    getSessionId(): string;
    /** Absent for a session that is not kept. */
    getSessionFile(): string | undefined;
    getEntries(): readonly unknown[];
  };
  /** Since 0.79. */
  isProjectTrusted?(): boolean;
  getContextUsage?(): { readonly tokens: number | null; readonly contextWindow: number } | undefined;
}

/** What the model is told of a tool, and what it does. */
export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  execute(
    id: string,
    input: unknown,
    signal: unknown,
    onUpdate: unknown,
    context: PiContext,
  ): Promise<{ readonly content: readonly PiText[]; readonly details: unknown }>;
}

export interface PiText {
  readonly type: "text";
  readonly text: string;
}

type Answer = object | undefined;

export interface PiApi {
  /** What a handler throws is shown by pi and stops nothing. */
  on(event: string, handler: (event: JsonObject, context: PiContext) => Promise<Answer> | Answer): void;
  registerTool(tool: PiTool): void;
  registerCommand(
    name: string,
    command: {
      readonly description: string;
      readonly getArgumentCompletions: (prefix: string) => readonly PiCompletion[] | null;
      readonly handler: (args: string, context: PiContext) => Promise<void>;
    },
  ): void;
  /** Kept in the session's file, never shown to the model. */
  appendEntry(type: string, data: unknown): void;
}

interface PiCompletion {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}
