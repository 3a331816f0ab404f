/**
 * ToolEvent: the event that comes most often, a tool that was called and has answered. Its result is kept by reference and its signature noted,
 * without a page being opened.
 */

import { resolve } from "node:path";
import { shortDigest } from "../base/digest.js";
import { type JsonObject, textOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { rootsOf, stateFolder } from "../memory/root.js";
import type { Holder } from "../memory/service.js";
import { findElisions } from "../rules/elision.js";
import { findSecrets, redactSecrets } from "../rules/secret-keys.js";
import { signatureOf, toolKind, toolResult } from "../session/transcript/transcript.js";
import { callTitle, type KeptResult } from "../write/evidence.js";
import { evidenceBlobsOf } from "../write/evidence-blobs.js";
import {
  bugSays,
  eventKey,
  failedIn,
  failedWith,
  type HarnessAnswer,
  type HarnessEvent,
  type HarnessRun,
  type Moment,
  silence,
} from "./contract.js";
import type { HarnessAsked } from "./event.js";
import { harnessNotesOf, type Noted, notedIn, viewTranscript } from "./known.js";

function openToolPlace(options: Pick<HarnessAsked, "cwd" | "repos" | "env">): Outcome<Holder> {
  const { env } = options;
  const roots = rootsOf(options, env);
  if (!roots.ok) return roots;
  const [root = ""] = roots.value;
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const state = stateFolder(layout.value);
  const shared = stateFolder(layout.value, layout.value.commonDir);
  const place = { root, state, shared, env, records: true };
  return ok({ place, services: new Map() });
}

// EventOfTool: the event that comes most often, answered without opening a page: a harness waits for it after every call.

export type ToolEvent = HarnessEvent & { readonly moment: Moment & { readonly kind: "tool" } };

/** `cwd` is the folder the session was started in. */
export async function eventOfTool(asked: HarnessAsked, event: ToolEvent, cwd: string): Promise<HarnessRun> {
  const opened = openToolPlace({ ...asked, cwd });
  if (!opened.ok) {
    const isElsewhere = opened.error.code === "not_a_repository" && asked.repos.length === 0;
    return isElsewhere ? { answer: silence, failed: null } : failedWith(opened.error.says);
  }
  const place = opened.value;
  const { session } = event;
  const failed = async (says: string): Promise<HarnessRun> => {
    // What goes on record is looked for secrets and bounded: most calls of a tool need none of that.
    const { logFaults } = await import("../write/fault-log.js");
    const { systemClock } = await import("../state/machine.js");
    const memory = { ...place, clock: systemClock(asked.now) };
    return failedIn((faults, seen) => logFaults(memory, faults, seen), { session, event: asked.event, says });
  };
  try {
    const answer = answerIn(place, asked, event);
    return answer.ok
      ? { answer: answer.value, failed: null }
      : await failed(`${answer.error.says} ${answer.error.hint}`);
  } catch (error) {
    return failed(bugSays(error));
  }
}

function answerIn(place: Holder, asked: HarnessAsked, event: ToolEvent): Outcome<HarnessAnswer> {
  const key = eventKey(asked.event, asked.bytes, event, viewTranscript(event.transcript).length);
  const noted = notedIn(harnessNotesOf(place), event.session, key);
  return noted.ok ? called(noted.value, place, event) : noted;
}

// Called: a tool was called and has answered: its signature is noted, and its result kept by reference.

/** Judged with the next prompt: whether the model had the result in its context is known there. */
export function called(
  { known, keep }: Noted,
  memory: Holder,
  { moment: call, cwd }: Pick<ToolEvent, "moment" | "cwd">,
): Outcome<HarnessAnswer> {
  if (known.again !== null) return ok(silence);
  const result = keepResult(memory, call, call.output);
  // That it was called counts all the same, where its result could not be kept.
  const signature = evidenceSignature(call);
  const isAgain = known.tools.includes(signature) || known.results.some((each) => each.signature === signature);
  const kept = keep({
    kind: "tool",
    signature,
    ...(isAgain ? { again: true } : {}),
    ...(known.watches ? { touched: filesOf(call, cwd) } : {}),
    result: result.ok ? resultNote(result.value) : null,
  });
  if (!result.ok) return result;
  return kept.ok ? ok(silence) : kept;
}

/** Absolute, as tools of harnesses name the files that they read and write; a patch names its own. */
function filesOf({ input }: Moment & { readonly kind: "tool" }, cwd: string | null): readonly string[] {
  const named = ["file_path", "path", "notebook_path", "filePath"].map((key) => textOf(input[key]));
  const patch = textOf(input.patch) ?? textOf(input.input) ?? textOf(input.command) ?? "";
  const patched = [...patch.slice(0, patchCharsMax).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)];
  const files = [...named, ...patched.map(([, file = ""]) => file.trim())];
  return files
    .flatMap((file) =>
      file === null || file === "" || file.length > fileCharsMax ? [] : [resolve(cwd ?? "/", file)],
    )
    .slice(0, limits.touchedFilesMax);
}

const patchCharsMax = 262_144;
const fileCharsMax = 1_024;

/** Its signature stands beside it. */
function resultNote(result: KeptResult | null): Omit<KeptResult, "signature"> | null {
  if (result === null) return null;
  const { signature: _, ...rest } = result;
  return rest;
}

// Keep: the result of a tool made safe on this machine, by reference: its bytes once, without secrets, and a line that says which.

interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** One name for all calls that ask for the same; it may stand in a page, so what is a secret in it, or a blank, is digested. */
function evidenceSignature({ name, input }: ToolCall): string {
  const shown = redactSecrets(signatureOf(name, input));
  const isFit = findElisions(shown).length === 0 && findSecrets(shown).length === 0;
  return isFit ? shown : `${name} #${shortDigest(shown, 16)}`;
}

/**
 * null where there is nothing to keep: an edit says no more than its arguments, our own tools answer from the memory itself, and a
 * result beyond the bound of one blob is in the transcript alone.
 */
function keepResult(memory: Holder, call: ToolCall, output: unknown): Outcome<KeptResult | null> {
  const evidence = evidenceBlobsOf(memory);
  if (evidence === undefined || toolKind(call.name) === "edit" || isOurs(call.name)) return ok(null);
  const { text, media } = toolResult(output);
  const bytes = Buffer.from(redactSecrets(text));
  if (bytes.length === 0 || bytes.length > limits.evidenceBlobBytesMax) return ok(null);
  for (const one of media) {
    if (one.bytes.length > limits.evidenceBlobBytesMax || holdsSecret(one.bytes)) continue;
    const kept = evidence.put(one.bytes);
    if (!kept.ok) return kept;
  }
  const kept = evidence.put(bytes);
  if (!kept.ok) return kept;
  return ok({
    tool: call.name,
    call: callTitle(call.name, argumentOf(call.input)),
    signature: evidenceSignature(call),
    digest: kept.value,
    bytes: bytes.length,
  });
}

/** `mcp__pagefile__recall`, and what a plugin makes of it. */
function isOurs(name: string): boolean {
  return name.startsWith("mcp__") && (name.split("__")[1] ?? "").split("_").includes("pagefile");
}

/** No format is known here, so that it is looked at byte for byte. */
function holdsSecret(bytes: Uint8Array): boolean {
  return findSecrets(Buffer.from(bytes).toString("latin1")).length > 0;
}

const telling: readonly string[] = ["command", "file_path", "path", "url", "pattern", "query", "notebook_path"];

/** What tells one call of a tool from another, for people. */
function argumentOf(input: JsonObject): string | null {
  const named = telling.map((key) => textOf(input[key])).find((text) => text !== null);
  return (
    named ??
    Object.values(input)
      .map(textOf)
      .find((text) => text !== null) ??
    null
  );
}
