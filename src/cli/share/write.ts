/** Write: what commands share that change a page: values as typed, who writes and on what grounds, one entry of a page, and how a commit is told. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { actorOf } from "../../memory/actor.js";
import { type Located, locate } from "../../memory/workspace.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { scanFrontmatter, valueOf } from "../../page/frontmatter/scan.js";
import { origins } from "../../page/page.js";
import type { Recovery } from "../../session/cross.js";
import { type EntryRow, entryRows, patch, workOff } from "../../session/patch.js";
import { recover } from "../../session/recover.js";
import type { CommitOptions, PatchAnswer } from "../../write/commit/commit.js";
import type { WorkOff } from "../../write/entry/trim.js";
import type { PatchEnvelope } from "../../write/patch.js";
import { type Call, listOption, type Reply, textOption } from "../command.js";
import { type Theme, visibleLine } from "../render/table.js";
import { recoveryLines, withSession } from "./session.js";

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

/** `key=value`, the value as `parseValue` reads it; a later key wins over an earlier one. */
export function parseFields(pairs: readonly string[]): Outcome<Readonly<Record<string, YamlValue>>> {
  const fields: Record<string, YamlValue> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) {
      return err(
        usage(`The field “${pair}” has no value; key=value was expected.`, "For example: --field prefers=aisle"),
      );
    }
    const value = parseValue(pair.slice(equals + 1));
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

// Patching: what every write command shares: who writes and on what grounds, and how a commit is told.

/** Stages, validates and commits one patch; `draft` is what `write/parse-patch` takes, without the grounds. */
export function commitPatch(call: Call, draft: Readonly<Record<string, unknown>>): Promise<Outcome<Reply>> {
  return withSession(call, "write", async (workspace) => {
    // What a session that died left comes first; that it cannot be recovered keeps nobody else from writing.
    const recovered = await recover(workspace.primary, commitOptions(call));
    if (!recovered.ok) {
      const { noteUnrecovered } = await import("../../session/pages/session.js");
      noteUnrecovered(workspace.primary, recovered.error);
    }
    const answer = await patch(workspace, { ...draft, ...envelopeOf(call) }, commitOptions(call));
    const found = recovered.ok && recovered.value.sessions.length > 0 ? recovered.value : null;
    if (answer.ok) return ok(found === null ? patchReply(answer.value) : withRecovery(answer.value, found));
    if (found === null) return answer;
    const hint = `${answer.error.hint} What a dead session had staged was recovered before; see pagefile log.`;
    return err({ ...answer.error, hint });
  });
}

function withRecovery(answer: PatchAnswer, recovered: Recovery): Reply {
  return {
    ...patchReply(answer),
    json: { ...answer, recovered },
    warnings: (theme) => recoveryLines(recovered, theme),
  };
}

export function patchReply(answer: PatchAnswer): Reply {
  return { json: answer, out: (theme) => render(answer, theme), onQuiet: "drop", exit: 0 };
}

/** Who writes and on what grounds, as typed. */
export function envelopeOf(call: Call): PatchEnvelope {
  return {
    actor: actorOf(call.env, textOption(call, "actor") ?? "human"),
    origin: origins.find((origin) => origin === textOption(call, "origin")) ?? "user",
    session: textOption(call, "session"),
    evidence: listOption(call, "evidence"),
    id: null,
  };
}

/** On a detached HEAD nothing is committed unless `--detached` says so. */
export function commitOptions(call: Call): CommitOptions {
  return { detached: call.options.detached === true ? "allow" : "refuse" };
}

function render(answer: PatchAnswer, theme: Theme): string {
  if (answer.unchanged || answer.commit === null)
    return `${theme.dim("unchanged")}  everything was there already; nothing was committed\n`;
  const head = `${theme.green("committed")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${theme.cyan(answer.reason)}\n`;
  const pages = answer.pages.map((page) => {
    const versions = page.from === page.to ? page.to : `${page.from} → ${page.to}`;
    return `  ${theme.bold(visibleLine(page.id))}  ${visibleLine(versions)}  ${theme.dim(visibleLine(page.path))}\n`;
  });
  return head + pages.join("");
}

// Entries: what `done`, `mv` and `rm` share: the list of a page's entries with their numbers, and one of them worked off.

/** Without an entry the list is the answer. */
export function runWorkOff(call: Call, verb: WorkOff["verb"], to: string | null): Promise<Outcome<Reply>> {
  const [page = "", entry] = call.args;
  return withSession(call, "write", async (workspace) => {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const { memory, entry: found } = located.value;
    if (entry === undefined) return listed(located.value);
    const target = to === null ? ok(null) : locate(workspace, to);
    if (!target.ok) return target;
    const asked: WorkOff = {
      verb,
      page: found.id,
      entry,
      to: target.value === null ? null : target.value.entry.id,
      because: textOption(call, "because"),
      envelope: envelopeOf(call),
    };
    const answer = await workOff(memory, asked, commitOptions(call));
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

function listed({ memory, entry }: Located): Outcome<Reply> {
  const rows = entryRows(memory, entry);
  if (!rows.ok) return rows;
  const json = { page: entry.id, path: entry.path, entries: rows.value };
  return ok({ json, out: (theme) => lines(rows.value, theme), onQuiet: "keep", exit: 0 });
}

function lines(rows: readonly EntryRow[], theme: Theme): string {
  if (rows.length === 0) return "The page holds no entries.\n";
  const width = String(rows.length).length;
  return rows
    .map(({ number, says }) => `${theme.cyan(String(number).padStart(width))}  ${visibleLine(says)}\n`)
    .join("");
}
