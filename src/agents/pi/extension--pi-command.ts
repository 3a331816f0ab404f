/** PiCommand: `/memory` and what stands behind it: most words are the command line's own, over the memories of the session. */

import type { PiContext } from "./desk--pi-api.js";
import { describe, type PiSeat } from "./desk--pi-seat.js";

/** What each word does; those of the program itself are given to it. */
const words: Readonly<Record<string, { readonly says: string; readonly command?: readonly string[] }>> = {
  pages: { says: "pages with type, scope, fidelity, state and tokens", command: ["pages"] },
  faults: { says: "what went wrong, and refused writes", command: ["faults", "--limit", "20"] },
  trace: { says: "how a prompt or a flush was decided: /memory trace ID", command: ["trace"] },
  verify: { says: "hold what is derived against the Markdown files", command: ["verify"] },
  flush: { says: "commit what is staged now", command: ["flush"] },
  on: { says: "put memory into prompts" },
  off: { says: "leave memory out of prompts; nothing is deleted" },
};

export function completions(prefix: string): readonly { value: string; label: string; description: string }[] | null {
  const rows = Object.entries(words).filter(([word]) => word.startsWith(prefix));
  return rows.length === 0 ? null : rows.map(([word, { says }]) => ({ value: word, label: word, description: says }));
}

export interface PiCommandAsked {
  readonly args: string;
  readonly seat: PiSeat;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
  readonly env: NodeJS.ProcessEnv;
}

/** What is to be shown. */
export async function memoryCommand({ args, seat, isOn, turn, env }: PiCommandAsked): Promise<string> {
  const [word = "", ...rest] = args.split(/\s+/).filter((each) => each !== "");
  if (word === "on" || word === "off") {
    turn(word === "on");
    return describe(seat, word === "on").join("\n");
  }
  if (word === "") {
    seat.desk?.finish();
    const state = seat.folders.length === 0 ? "" : await spoken(["status"], seat, env);
    return [...describe(seat, isOn), state].filter((line) => line !== "").join("\n");
  }
  const command = words[word]?.command;
  if (command === undefined) return usage(word);
  if (seat.folders.length === 0) return "There is no memory in this session; /memory says why.";
  seat.desk?.finish();
  const said = await spoken([...command, ...rest], seat, env);
  if (word === "flush") seat.desk?.wrote("files");
  return said;
}

function usage(word: string): string {
  const lines = Object.entries(words).map(([name, { says }]) => `/memory ${name.padEnd(7)} ${says}`);
  return [`“${word}” is nothing that /memory does.`, "/memory         how memory stands", ...lines].join("\n");
}

/** The program itself, in this process. */
async function spoken(argv: readonly string[], { folders }: PiSeat, env: NodeJS.ProcessEnv): Promise<string> {
  const { execute } = await import("../../cli/execute--execute.js");
  const repos = folders.flatMap(({ dir }) => ["--repo", dir]);
  const told: string[] = [];
  const printed = await execute([...argv, ...repos], {
    cwd: folders[0]?.dir ?? "",
    env: { ...env, NO_COLOR: "1" },
    program: "pagefile",
    stdin: () => Promise.resolve(new Uint8Array()),
    stdout: {},
    stderr: {},
    tell: (text) => told.push(text),
  });
  return [...told, printed.stdout, printed.stderr].join("").trimEnd();
}

/** Where nobody sees pi's own messages they go to standard error, which is nobody's protocol. */
export function show({ hasUI, ui }: PiContext, text: string, type: "info" | "warning"): void {
  if (hasUI) ui.notify(text, type);
  else process.stderr.write(`${text}\n`);
}
