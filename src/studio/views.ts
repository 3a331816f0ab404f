/**
 * Views: what each view of the studio shows, read from the memory that is held open, by the functions that the commands of the same name use. An
 * answer is plain data with nothing but texts and numbers, cut where a page could make it endless.
 */

import { fitting, foundFor } from "../agents/prompt-entries.js";
import { parsePagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { lineAt } from "../base/lines.js";
import { type Outcome, ok } from "../base/result.js";
import { inboxOf, owedOf } from "../heard/inbox.js";
import { blame } from "../history/blame.js";
import { type LogRow, log } from "../history/log.js";
import { diff } from "../history/revert.js";
import { isPerson } from "../memory/actor.js";
import { openFile, textNow } from "../memory/memory.js";
import { loadRulesOf } from "../memory/profile.js";
import { loadFiles } from "../memory/truncate.js";
import { allFindings, type Located, locate, pagesIn, type Workspace } from "../memory/workspace.js";
import { currentProposal, type NightProposal } from "../night/proposal.js";
import { scanFrontmatter, valueOf } from "../page/frontmatter/scan.js";
import { type Asker, withoutSecrets } from "../prompt/access.js";
import { tokensOf } from "../prompt/prices.js";
import { recall } from "../recall/recall.js";
import { redactSecretsIn } from "../rules/secret-keys.js";
import type { JournalRow } from "../session/cross.js";
import { journal } from "../session/settle.js";
import { numberedEntries } from "../write/entry/trim.js";
import { refreshLabels } from "../write/flow.js";
import { conflicts } from "../write/merge/conflicts.js";
import { wireUnmerged } from "../write/merge/merge.js";
import type {
  BlameAnswer,
  Commit,
  ConflictLine,
  DiffAnswer,
  HistoryAnswer,
  InboxAnswer,
  NowAnswer,
  Overview,
  PageAnswer,
  PageLine,
  ProposalLine,
  RecallAnswer,
  RefusedLine,
  SentLine,
} from "./shape.js";

/** Of a file: its owner sees it as it lies, and others without the secrets that somebody typed, to the same length. */
const shownTo: Readonly<Record<Audience, (text: string) => string>> = {
  owner: (text) => text,
  group: withoutSecrets,
};

type Audience = Asker["audience"];

/** Longer texts of an answer are cut: a page that a person reads is shorter, and a browser stays quick. */
const textCharsMax = 20_000;
const commitsMax = 200;

function short(text: string, max: number = textCharsMax): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}

// Overview: the tree of pages, and what stands above it.

export async function overview(
  workspace: Workspace,
  { generation, before }: Pick<Overview, "generation" | "before">,
): Promise<Outcome<Overview>> {
  const { primary } = workspace;
  const head = await primary.history.head();
  if (!head.ok) return head;
  const states = await statesOf(workspace);
  if (!states.ok) return states;
  const actor = primary.actor ?? "human";
  return ok({
    generation,
    name: primary.config.name,
    branch: head.value.ref?.replace(/^refs\/heads\//, "") ?? null,
    before,
    readOnly: isPerson(actor)
      ? null
      : `This studio was started by ${actor}, so nothing can be changed as a person's.`,
    pages: pagesIn(workspace).map((located) => sentOf(lineOf(located, states.value))),
    findings: allFindings(workspace.memories)
      .slice(0, 200)
      .map(({ path, says, hint }) => ({ path, says, hint })),
  });
}

function sentOf({ pin, scope, tier, tags, state, section, ...line }: PageLine): SentLine {
  return {
    ...line,
    ...(pin === "none" ? {} : { pin }),
    ...(scope === "project" ? {} : { scope }),
    ...(tier === "hot" ? {} : { tier }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(state === "committed" ? {} : { state }),
    ...(section ? { section } : {}),
  };
}

type StateOf = (page: Located) => string;

function lineOf(located: Located, stateOf: StateOf): PageLine {
  const { entry, name } = located;
  const { title, type, path, pin, scope, tier, tags, slug } = entry;
  return { id: name, title, type, path, pin, scope, tier, tags, state: stateOf(located), section: slug !== null };
}

/** Whether the file of a page is what the last commit holds. */
async function statesOf({ memories }: Workspace): Promise<Outcome<StateOf>> {
  const committed = new Map<string, ReadonlyMap<string, string>>();
  const open = new Set<string>();
  for (const { root, history, table } of memories) {
    const head = await history.head();
    if (!head.ok) return head;
    const tree = await history.tree(head.value.commit);
    if (!tree.ok) return tree;
    committed.set(root, new Map(tree.value.map(({ path, oid }) => [path as string, oid as string])));
    for (const { code, path } of table.findings) if (code === "conflict_open") open.add(`${root}\n${path}`);
  }
  return ok(({ memory: { root }, entry: { path, oid, scope } }) => {
    if (open.has(`${root}\n${path}`)) return "conflict";
    const before = committed.get(root)?.get(path);
    if (before === undefined) return scope === "local" ? "local" : "new";
    return before === oid ? "committed" : "edited";
  });
}

// Page: one page as it stands on disk, with its entries and what it costs.

export async function page(
  workspace: Workspace,
  id: string,
  audience: Audience = "owner",
): Promise<Outcome<PageAnswer>> {
  const located = locate(workspace, id);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const file = openFile(memory, entry);
  if (!file.ok) return file;
  const states = await statesOf(workspace);
  if (!states.ok) return states;
  const { text, bodyStart } = file.value ?? { text: "", bodyStart: 0 };
  const source = shownTo[audience](text);
  const tokenizer = await workspace.tokenizer(null);
  const entries = numberedEntries(text, entry).map(({ entry: each }) => ({
    digest: each.digest,
    line: lineAt(text, each.start),
    text: short(source.slice(each.start, each.end)),
  }));
  return ok({
    page: lineOf(located.value, states.value),
    source,
    body: bodyStart,
    oid: entry.oid,
    base: entry.version === null ? entry.oid : String(entry.version),
    origin: entry.origin,
    version: entry.version,
    writable: entry.writable,
    fields: fieldsIn(entry.path, text, audience),
    entries,
    tokens: tokenizer.ok ? { ...(tokensOf(located.value, tokenizer.value) ?? {}) } : {},
    remarks: allFindings([memory])
      .filter(({ path }) => path === entry.path)
      .map(({ path, says, hint }) => ({ path, says, hint })),
  });
}

/** The frontmatter as a form: what is below `fields` by its dotted name, and what no flat value is left out. */
function fieldsIn(path: string, text: string, audience: Audience): PageAnswer["fields"] {
  const scanned = scanFrontmatter(path, text);
  if (!scanned.ok || scanned.value === null) return [];
  const all = valueOf(scanned.value.root);
  return Object.entries((audience === "owner" ? all : redactSecretsIn(all)) as object).flatMap(([key, said]) => {
    if (said !== null && typeof said === "object" && !Array.isArray(said))
      return Object.entries(said).map(([name, each]) => ({ key: `${key}.${name}`, value: printed(each) }));
    return [{ key, value: printed(said) }];
  });
}

function printed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printed).join(", ")}]`;
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
}

// History: the commits of a page or of all, what one of them changed, and who brought each entry.

export async function history(workspace: Workspace, id: string | null): Promise<Outcome<HistoryAnswer>> {
  const logged = await log(workspace, { page: id, limit: commitsMax });
  return logged.ok ? ok({ commits: logged.value.entries.map(commitOf) }) : logged;
}

export function commitOf({ commit, when, author, subject, reason, pages, trailers }: LogRow): Commit {
  const first = (name: string): string | null => trailers[`Pagefile-${name}`]?.[0] ?? null;
  return {
    commit,
    when,
    author: short(author, 200),
    subject: short(subject, 500),
    reason,
    actor: first("Actor"),
    session: first("Session"),
    evidence: (trailers["Pagefile-Evidence"] ?? []).slice(0, 20),
    pages: pages.slice(0, 50),
  };
}

/** `commit` against the one before it; the files on disk against HEAD where it is null. */
export async function changes(
  workspace: Workspace,
  { id, commit }: { readonly id: string | null; readonly commit: string | null },
  audience: Audience = "owner",
): Promise<Outcome<DiffAnswer>> {
  const from = commit === null ? null : `${commit}~1`;
  const found = await diff(workspace, { page: id, from, to: commit, shown: shownTo[audience] });
  // The first commit has none before it, and brought every line.
  if (!found.ok && commit !== null) return ok({ files: [] });
  if (!found.ok) return found;
  return ok({ files: found.value.files.slice(0, 50).map(({ path, patch }) => ({ path, patch: short(patch) })) });
}

export async function blamed(
  workspace: Workspace,
  id: string,
  audience: Audience = "owner",
): Promise<Outcome<BlameAnswer>> {
  const found = await blame(workspace, { page: id, shown: shownTo[audience] });
  if (!found.ok) return found;
  return ok({
    entries: found.value.entries.map(({ digest, line, text, commit, moved }) => ({
      digest,
      line,
      text: short(text, 2_000),
      commit: commit === null ? null : commitOf(commit),
      moved: moved.map(({ from }) => from as string),
    })),
  });
}

// Inbox: everything that waits for a person.

export async function inbox(workspace: Workspace): Promise<Outcome<InboxAnswer>> {
  const { primary } = workspace;
  const read = inboxOf(primary).read();
  if (!read.ok) return read;
  const written = await journal(workspace);
  if (!written.ok) return written;
  const unmerged = wireUnmerged(primary, primary.place.env);
  if (!unmerged.ok) return unmerged;
  const open = await conflicts(primary, unmerged.value);
  if (!open.ok) return open;
  const proposal = await currentProposal(primary, "all");
  if (!proposal.ok) return proposal;
  const refused = written.value.rejected.filter(
    ({ retried }) => !retried.some(({ outcome }) => outcome !== "rejected"),
  );
  const night = proposal.value;
  return ok({
    heard: owedOf(read.value).map(({ id, at, by, session, kind, why, text, lasting }) => ({
      ...{ id, at, by, session, kind, why, lasting },
      text: short(text, 4_000),
    })),
    refused: [...refused.map(refusedOf), ...(await outsideOf(workspace))],
    conflicts: open.value.pages.flatMap(({ page: id, path, conflicts: rows }) =>
      // What git's marks keep apart is merged on the command line; the page is told of as one that is not read.
      rows
        .filter(({ kind }) => kind !== "marks")
        .map(
          ({ kind, name, alternatives }): ConflictLine => ({
            ...{ page: id ?? path, kind, name },
            sides: alternatives.map(({ side, value }) => ({ side, text: short(printed(value), 4_000) })),
          }),
        ),
    ),
    proposals: night === null ? [] : proposalsOf(night),
    withheld: 0,
  });
}

function refusedOf({ id, at, reason, says, hint, draft, redacted }: JournalRow): RefusedLine {
  const of = (draft ?? {}) as Readonly<Record<string, unknown>>;
  const told = ["value", "body", "text", "title", "patch"].map((key) => of[key]).find((each) => each !== undefined);
  return {
    ...{ id, at, reason, says, hint, redacted },
    page: printed(of.page ?? of.id ?? of.title ?? ""),
    text: short(printed(told), 4_000),
    origin: printed(of.origin ?? ""),
    actor: printed(of.actor ?? ""),
  };
}

/** Pages that hold a stranger's text which nobody approved: prompts leave it out. */
async function outsideOf(workspace: Workspace): Promise<readonly RefusedLine[]> {
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    if (head.ok) await refreshLabels(memory, head.value.commit);
  }
  return pagesIn(workspace).flatMap(({ memory, entry, name }) => {
    const origin = entry.slug === null ? memory.labels.ofPage(entry.id) : null;
    if (origin === null) return [];
    return [
      {
        id: name,
        at: "",
        reason: "OUTSIDE_TEXT",
        says: `${entry.path} holds text of origin ${origin}, which stands in no prompt until a person approves it.`,
        hint: "",
        page: name,
        text: entry.title,
        origin,
        actor: "",
        redacted: false,
      },
    ];
  });
}

function proposalsOf({ entries, coming }: NightProposal): readonly ProposalLine[] {
  const leaving = entries.filter(({ state }) => state === "open");
  const keeping = coming.filter(({ state }) => state === "open");
  const all: readonly ProposalLine[] = [
    ...leaving.map(({ n, page: path, text, why }) => ({ n, verb: "leave" as const, page: path, text, why })),
    ...keeping.map(({ n, path, text, why }) => ({ n, verb: "keep" as const, page: path, text: text ?? "", why })),
  ];
  return all.map((line) => ({ ...line, text: short(line.text, 2_000) }));
}

// Recall: one question, as the command answers it, and what a prompt with these words would be given.

const wishes = {
  limit: limits.recallPagesUsual,
  tokens: 2_000,
  types: [],
  since: null,
  until: null,
  tier: null,
  session: null,
  audience: "owner",
  trusted: true,
  restore: false,
  records: false,
} as const;

export async function askRecall(workspace: Workspace, text: string): Promise<Outcome<RecallAnswer>> {
  const found = await recall(workspace, { ...wishes, text });
  const prompt = { text, heard: [], touched: [], session: null, cwd: null, records: false };
  const given = await foundFor(workspace, prompt);
  if (!given.ok) return given;
  const dimensions = Object.entries(found.confidence).filter(([, value]) => typeof value === "number");
  return ok({
    reason: found.reason,
    hint: found.hint,
    tokens: found.tokens,
    confidence: Object.fromEntries(dimensions) as Record<string, number>,
    intent: found.understood?.intent ?? "",
    pages: found.pages.map(({ id, title, score, snippet, why }) => ({
      ...{ id, title, score, snippet: short(snippet, 2_000), says: why.says },
      parts: why.shares,
      boosts: why.boosts.map(({ says, factor }) => ({ says, factor })),
    })),
    left: found.left.slice(0, 50),
    given: fitting(given.value).map(({ page: id, text: said, score }) => ({
      page: id,
      text: short(said, 600),
      score,
    })),
  });
}

// Loaded: what the harness reads by itself, beside any prompt of ours.

export function loadedBeside({ primary }: Workspace): Pick<NowAnswer, "loaded" | "unit" | "profile"> {
  const { profile, harness } = primary.config;
  const rules = loadRulesOf(profile, harness ?? null);
  if (rules === null) return { loaded: [], unit: "chars", profile };
  const texts = new Map<string, string>();
  for (const { path } of rules.files) {
    const known = parsePagePath(path);
    const said = known === null || !primary.files.has(known) ? null : textNow(primary, known);
    if (said !== null) texts.set(path, said.text);
  }
  const { files, unit } = loadFiles(rules, texts);
  return { profile, unit, loaded: files.map(({ path, size, loaded }) => ({ path, size, loaded })) };
}
