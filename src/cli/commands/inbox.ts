/** Commands of the inbox: remember keeps what is said without asking where; inbox shows what was heard, and keeps, edits and settles it. */

import { resolve } from "node:path";
import { limits } from "../../base/limits.js";
import { eachOf, err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import { durable, type Item, inboxOf, likelyOf, owedOf, timesSaid } from "../../heard/inbox.js";
import type { ApproveAnswer } from "../../history/approve.js";
import { globalOf } from "../../init/personal.js";
import { isPerson } from "../../memory/actor.js";
import type { Memory } from "../../memory/memory.js";
import type { Stores } from "../../memory/workspace.js";
import { type KeepOptions, type KeptHeard, keepHeard, type Remembered, remember } from "../../night/keep/heard.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { scanFrontmatter, valueOf } from "../../page/frontmatter/scan.js";
import { readGiven } from "../../state/plain-file.js";
import {
  type Call,
  decoded,
  listOption,
  type Reply,
  replied,
  type Surroundings,
  textOption,
  textOrStdin,
} from "../command.js";
import { count, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";
import { commitOptions, commitPatch, envelopeOf } from "./write.js";

export async function runRemember(call: Call): Promise<Outcome<Reply>> {
  const text = await textOrStdin(call, call.args.join(" "));
  if (!text.ok) return text;
  return withWorkspace(call, async (workspace) => {
    const { actor, session } = envelopeOf(call);
    const about = { by: nameOf(actor), session, isPerson: isPerson(actor) };
    const done = await remember(workspace.primary, text.value, about, {
      ...commitOptions(call),
      global: globalOf(workspace),
    });
    const failure = done.ok ? unkept(done.value) : null;
    if (failure !== null) return err(failure);
    return replied(done, {
      json: ({ item: { id, kind }, kept, says }) => ({
        id,
        kind,
        page: kept?.page ?? null,
        commit: kept?.commit ?? null,
        says,
      }),
      out: ({ item, kept, says }, theme) =>
        kept === null
          ? `${theme.yellow("heard")}  ${item.id}  ${visibleLine(says)} It stays in the inbox: pagefile inbox\n`
          : `${theme.green("kept")}  ${theme.bold(kept.page)}  ${theme.dim(visibleLine(kept.where))}\n`,
      onQuiet: "drop",
    });
  });
}

/** What a page did not take by a rule of its own waits as it should; where nothing could be written, whoever said it has to know. */
function unkept({ item, failure }: Remembered): Failure | null {
  if (failure === null || !["locked", "git_failed", "corrupt", "io_failed"].includes(failure.code)) return null;
  const hint = `${failure.hint.replace(/\.$/, "")}; then keep them: pagefile inbox keep ${item.id}`;
  return { ...failure, says: `${failure.says} The words wait in the inbox.`, hint };
}

function nameOf(actor: string): string {
  return isPerson(actor) ? "cli" : actor.replace(/^agent:/, "");
}

const answers = ["list", "show", "keep", "edit", "settle"] as const;

export function runInbox(call: Call): Promise<Outcome<Reply>> {
  const [asked = "list", id = "", ...rest] = call.args;
  const answer = answers.find((each) => each === asked);
  return withWorkspace(call, async (workspace) => {
    const memory = workspace.primary;
    const read = inboxOf(memory).read();
    if (!read.ok) return read;
    const by = nameOf(envelopeOf(call).actor);
    const at = memory.clock.now();
    const keeping = { ...commitOptions(call), global: globalOf(workspace) };
    if (answer === undefined) {
      const says = `“${asked}” is nothing the inbox does; one of ${answers.join(", ")} was expected.`;
      return err(usage(says, "For example: pagefile inbox settle 3fa1c2"));
    }
    if (answer === "list") {
      const beside = await besideOf(workspace);
      return beside.ok ? listed(call, read.value, beside.value) : beside;
    }
    if (answer === "keep" && id === "") return told(memory, await keepListed(memory, keeping));
    const [item, another] = id === "" ? [] : read.value.filter((each) => each.id.startsWith(id));
    if (another !== undefined && item?.id !== id)
      return err(usage(`Several statements begin with “${id}”.`, "Give more of the id: pagefile inbox --all --json"));
    if (item === undefined) {
      const says = id === "" ? "The id of a statement was expected." : `The inbox has no statement “${id}”.`;
      return err(usage(says, "See what it has with: pagefile inbox --all"));
    }
    if (answer === "show") return shown(item, read.value);
    if (item.ended !== null) {
      const says = `The statement ${item.id} is ${item.ended.state} since ${item.ended.at}.`;
      return err(usage(says, `See what became of it with: pagefile inbox show ${item.id}`));
    }
    if (answer === "settle") {
      const because = textOption(call, "because") ?? "a person is done with it";
      return told(memory, inboxOf(memory).end([item.id], { at, by, state: "settled", because }));
    }
    if (answer === "edit") {
      const text = rest.join(" ").trim();
      if (text === "") return err(usage("Other words were expected.", `For example: pagefile inbox edit ${id} "…"`));
      return told(memory, inboxOf(memory).edit(item.id, text, { at, by }));
    }
    return told(memory, await keepHeard(memory, { ...keeping, ids: [item.id] }));
  });
}

interface Beside {
  readonly root: string;
  readonly owed: number;
}

/** What waits in a memory that is open beside the primary one: nothing keeps it from here. */
async function besideOf({ primary, memories }: Stores): Promise<Outcome<readonly Beside[]>> {
  const told = await eachOf(
    memories.filter((memory) => memory !== primary),
    (memory) => {
      const read = inboxOf(memory).read();
      return read.ok ? ok({ root: memory.root, owed: owedOf(read.value).length }) : read;
    },
  );
  return told.ok ? ok(told.value.filter(({ owed }) => owed > 0)) : told;
}

function listed(call: Call, all: readonly Item[], beside: readonly Beside[]): Outcome<Reply> {
  const items = call.options.all === true ? all : waitingIn(all);
  const once = call.options.all === true ? 0 : owedOf(all).length - items.length;
  return ok({
    json: { items: items.map(jsonOf), once, ...(beside.length === 0 ? {} : { beside }) },
    out: (theme) => {
      const lines = items.map((item) => lineOf(item, theme)).join("");
      const none = `${theme.dim("nothing is owed: all that was heard is kept, settled or expired")}\n`;
      const loose = `${theme.dim(`${count(once, "statement")} said once, which nothing says will last: pagefile inbox --all`)}\n`;
      const others = beside.map(
        ({ root, owed }) =>
          `${theme.yellow("beside")}  ${visibleLine(root)}  ${count(owed, "statement")} owed: pagefile inbox --all --repo ${visibleLine(shellWord(root))}\n`,
      );
      return (lines === "" ? none : lines) + (once === 0 ? "" : loose) + others.join("");
    },
  });
}

/** What goes to a page as soon as one takes it, and what may hold and waits to be said again. */
function waitingIn(all: readonly Item[]): readonly Item[] {
  return [...owedOf(all).filter(({ lasting }) => lasting), ...likelyOf(all)];
}

/** All that the list shows: what takes no naming first, as a night keeps it, then the rest as if each had been named. */
async function keepListed(memory: Memory, options: KeepOptions): Promise<Outcome<KeptHeard>> {
  const first = await keepHeard(memory, options);
  if (!first.ok) return first;
  const read = inboxOf(memory).read();
  if (!read.ok) return read;
  const rest = await keepHeard(memory, { ...options, ids: waitingIn(read.value).map(({ id }) => id) });
  return rest.ok ? ok({ ...rest.value, kept: [...first.value.kept, ...rest.value.kept] }) : rest;
}

/** What could be kept, and nothing says that it lasts. */
function isLoose(item: Item): boolean {
  return durable.has(item.kind) && !item.lasting;
}

function jsonOf({ ended, by, ...item }: Item): unknown {
  const { state = "heard", ...rest } = ended ?? {};
  return { ...rest, ...item, heardBy: by, state };
}

function lineOf(item: Item, theme: Theme): string {
  const { id, kind, text, ended } = item;
  const state = ended === null ? theme.yellow(isLoose(item) ? "heard once" : "heard") : theme.dim(ended.state);
  return `${theme.bold(id.slice(0, 6))}  ${state}  ${theme.cyan(kind)}  ${visibleLine(text)}\n`;
}

function shown(item: Item, all: readonly Item[]): Outcome<Reply> {
  const { id, at, by, session, kind, why, scope, text, ended } = item;
  const where = ended?.state === "kept" ? `in ${ended.page}` : ended?.state === "expired" ? `by ${ended.rule}` : "";
  const owed = isLoose(item)
    ? "heard once; kept when it is said again, or with: pagefile inbox keep ID"
    : durable.has(item.kind)
      ? "heard, not yet kept"
      : "heard; nothing is owed of it, and it goes after a day";
  const state = ended === null ? owed : `${ended.state} ${where} at ${ended.at} by ${ended.by}`;
  const said = ended?.state === "kept" ? timesSaid(all).get(ended.entry) : undefined;
  const times = said === undefined || said.times < 2 ? "" : saidLine(said);
  return ok({
    json: { ...(jsonOf(item) as object), ...(said === undefined ? {} : { times: said.times, last: said.last }) },
    out: (theme) =>
      labeled("text", visibleLine(text), theme) +
      labeled("kind", `${kind}, because it ${why}; ${scope}`, theme) +
      labeled("heard", `${at}, ${by}${session === null ? "" : `, session ${session}`}`, theme) +
      labeled("state", visibleLine(state), theme) +
      (times === "" ? "" : labeled("said", times, theme)) +
      labeled("id", id, theme),
  });
}

export function saidLine({ times, last }: { readonly times: number; readonly last: string }): string {
  return `${times} times, last on ${last.slice(0, 10)}`;
}

/** What was kept and where, what is owed now, and why some of it could not be kept. */
function told(memory: Memory, done: Outcome<unknown>): Outcome<Reply> {
  if (!done.ok) return done;
  const { kept = [], waiting = [] } = (done.value ?? {}) as Partial<KeptHeard>;
  const waits = waiting.map(({ says }) => says);
  const read = inboxOf(memory).read();
  if (!read.ok) return read;
  // What was to be kept and could not be is owed, whether or not it says that it lasts.
  const owed = owedOf(read.value).filter(({ id, lasting }) => lasting || waiting.some(({ item }) => item.id === id));
  const rows = kept.map(({ item: { id, text }, page, commit }) => ({ id, text, page, commit }));
  return ok({
    json: { kept: rows, owed: owed.map(jsonOf), waits },
    out: (theme) =>
      `${kept.map((each) => keptLine(each, theme)).join("")}${waits.length === 0 ? theme.green("done") : theme.yellow("waits")}  ${count(owed.length, "statement")} owed\n${waits.map((says) => `  ${visibleLine(says)}\n`).join("")}`,
    onQuiet: "drop",
  });
}

function keptLine({ item, page, where }: KeptHeard["kept"][number], theme: Theme): string {
  return `${theme.green("kept")}  ${theme.bold(page)}  ${theme.dim(visibleLine(where))}  ${visibleLine(item.text)}\n`;
}

export async function runNew(call: Call): Promise<Outcome<Reply>> {
  const fields = parseFields(listOption(call, "field"));
  if (!fields.ok) return fields;
  const body = await textOrStdin(call, textOption(call, "body") ?? "");
  if (!body.ok) return body;
  return commitPatch(call, {
    op: "create",
    page: textOption(call, "id"),
    type: textOption(call, "type"),
    title: textOption(call, "title"),
    scope: textOption(call, "scope"),
    pin: textOption(call, "pin"),
    tags: listOption(call, "tag"),
    fields: fields.value,
    value: body.value,
  });
}

const mergeParts = ["fields", "tags", "entries"] as const;
const mergeHint =
  'Expected: {"fields": {"key": "value"}, "tags": ["tag"], "entries": ["- text"]}, each part optional.';

export async function runMerge(call: Call): Promise<Outcome<Reply>> {
  const file = textOption(call, "patch") ?? "-";
  const text = await fileOrStdin(call, file);
  if (!text.ok) return text;
  const patch = parsed(text.value, file === "-" ? "standard input" : file);
  if (!patch.ok) return patch;
  return commitPatch(call, { op: "merge", page: call.args[0] ?? "", ...patch.value });
}

function parsed(text: string, where: string): Outcome<Readonly<Record<string, unknown>>> {
  const value = jsonObject(text, where, mergeHint);
  if (!value.ok) return value;
  const unknown = Object.keys(value.value).filter((key) => !(mergeParts as readonly string[]).includes(key));
  if (unknown.length === 0) return ok(value.value);
  return err(malformed(`${where} has keys a merge does not know: ${unknown.join(", ")}.`, mergeHint));
}

export function runApprove(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const query = { name: call.args[0] ?? "", envelope: envelopeOf(call) };
    const { approve } = await import("../../history/approve.js");
    return replied(await approve(workspace, query, commitOptions(call)), { out: renderApprove, onQuiet: "drop" });
  });
}

function renderApprove(answer: ApproveAnswer, theme: Theme): string {
  const page = visibleLine(answer.page ?? "");
  if (answer.commit === null) return `${theme.dim("unchanged")}  nothing of ${page} waits for approval\n`;
  const head = `${theme.green("approved")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${theme.bold(page)}\n`;
  const rows = answer.approved.map(
    ({ item, origin, text }) =>
      `  ${theme.cyan(origin)}  ${theme.dim(item)}  ${visibleLine(text.split("\n")[0] ?? "")}\n`,
  );
  return head + rows.join("");
}

// Value: a frontmatter value as typed on a command line.

/** `[a, b]`, `{a: 1}`, `true`, `false`, `null` and decimal numbers are what they look like; everything else is text. */
export function parseValue(text: string): Outcome<YamlValue> {
  const trimmed = text.trim();
  if (trimmed === "true") return ok(true);
  if (trimmed === "false") return ok(false);
  if (trimmed === "null") return ok(null);
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(trimmed)) return ok(Number(trimmed));
  return trimmed.startsWith("[") || trimmed.startsWith("{") ? parseFlow(trimmed) : ok(text);
}

/** `key=value`, the value as `parseValue` reads it, or as a text where what opens does not close; a later key wins over an earlier one. */
export function parseFields(pairs: readonly string[]): Outcome<Readonly<Record<string, YamlValue>>> {
  const fields: Record<string, YamlValue> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) {
      return err(
        usage(`The field “${pair}” has no value; key=value was expected.`, "For example: --field prefers=aisle"),
      );
    }
    const said = pair.slice(equals + 1);
    // “[NAME] stands for a name” is no list.
    const value = /^\s*(?:\[.*[^\]\s]|\{.*[^}\s])\s*$/s.test(said) ? ok(said) : parseValue(said);
    if (!value.ok) return value;
    Object.defineProperty(fields, pair.slice(0, equals), {
      value: value.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return ok(fields);
}

function parseFlow(text: string): Outcome<YamlValue> {
  const line = text.replaceAll(/[\r\n]+/g, " ");
  const scanned = scanFrontmatter("value", `---\nvalue: ${line}\n---\n`);
  if (scanned.ok && scanned.value !== null) {
    const value = scanned.value.root.pairs.find((pair) => pair.key === "value")?.value;
    if (value !== undefined && scanned.value.root.pairs.length === 1) return ok(valueOf(value));
  }
  const says = `The value ${text} looks like a list or a map and does not parse as one.`;
  return err(
    usage(
      says,
      "Write [a, b] or {key: value}; to store it as text, quote what is odd or add --string to `pagefile set`.",
    ),
  );
}

// Intake: texts that come from a file, and objects of JSON in them.

/** A file's text, or standard input for `-`. */
export async function fileOrStdin(world: Surroundings, path: string): Promise<Outcome<string>> {
  if (path === "-") return decoded(await world.stdin(), "standard input");
  try {
    return decoded(readGiven(resolve(world.cwd, path), limits.patchBytesMax), path);
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? "unknown";
    return err(usage(`${path} cannot be read (${errno}).`, "Name a file that exists, or - to read standard input."));
  }
}

/** A JSON object; what is wrong with anything else is told with file, line and column. */
export function jsonObject(text: string, where: string, hint: string): Outcome<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const says = `${placeOf(text, where, error)} is not JSON: ${String((error as Error).message).replace(/\s+/g, " ")}.`;
    return err(malformed(says, hint));
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value))
    return ok(value as Record<string, unknown>);
  return err(malformed(`${where} holds no JSON object.`, hint));
}

function malformed(says: string, hint: string): Failure {
  return { code: "refused", reason: "MALFORMED", says, hint };
}

/** `file:line:column`, where the parser says at which character it stopped. */
function placeOf(text: string, where: string, error: unknown): string {
  const at = /at position (\d{1,9})/.exec(String((error as Error).message))?.[1];
  if (at === undefined) return where;
  const before = text.slice(0, Number(at)).split("\n");
  return `${where}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
}
