/** Commands that search: recall and index. */

import { openLater } from "../../agents/sessions-before.js";
import { limits } from "../../base/limits.js";
import { allOf, err, type Outcome, ok, usage } from "../../base/result.js";
import { isEpisodeSlug } from "../../heard/episode.js";
import type { Workspace } from "../../memory/workspace.js";
import { type PageType, pageTypes, tiers } from "../../page/page.js";
import { type MemoryKind, memoryKinds, type RecallStatus } from "../../recall/answer.js";
import { type RecallAnswer, type RecallPage, whenOf } from "../../recall/compose.js";
import {
  embedAll,
  indexRebuild,
  indexStatus,
  type StoreIndex,
  type StoreVectors,
} from "../../recall/meaning/fill.js";
import { trialSays } from "../../recall/meaning/fuse.js";
import { excerpt } from "../../recall/pack.js";
import { type RecallQuery, recall } from "../../recall/recall.js";
import {
  audienceOption,
  type Call,
  instantOption,
  listOption,
  positiveWhole,
  type Reply,
  replied,
  textOption,
} from "../command.js";
import { count, wrapped } from "../render/render.js";
import { type Cell, cut, type Theme, table, visible, visibleLine } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";

export async function runIndexFiles(call: Call): Promise<Outcome<Reply>> {
  const [action] = call.args;
  if (action !== "status" && action !== "rebuild" && action !== "embed") {
    const says = `There is no “index ${action ?? ""}”; status, rebuild or embed was expected.`;
    return err(usage(says, "pagefile index status"));
  }
  return withWorkspace(call, async (workspace) => {
    if (action === "status") {
      const answer = await indexStatus(workspace);
      return replied(ok(answer), { out: render, isBad: ({ indexes }) => indexes.some(needsMending) });
    }
    if (action === "embed") return embed(workspace);
    return replied(await indexRebuild(workspace), {
      out: (rebuilt, theme) => `${render(rebuilt, theme)}${theme.dim(`${count(rebuilt.indexed, "page")} indexed\n`)}`,
      onQuiet: "drop",
    });
  });
}

async function embed(workspace: Workspace): Promise<Outcome<Reply>> {
  const done = await embedAll(workspace);
  if (!done.ok) return done;
  const lines = done.value.stores.map(({ store, embedded, passedOver, removed, ...vectors }) => {
    const over = passedOver === 0 ? "" : `, ${passedOver} passed over (refused, or with a secret)`;
    const gone = removed === 0 ? "" : `, ${removed} of no page any more removed`;
    return `${store}: ${count(embedded, "text")} embedded${over}${gone}; ${vectorWords(vectors)}.\n`;
  });
  return ok({ json: done.value, out: () => lines.join(""), onQuiet: "drop" });
}

/** An index that was never made is nothing to mend. */
function needsMending({ state }: StoreIndex): boolean {
  return state !== "ready" && state !== "missing";
}

function render({ indexes }: { readonly indexes: readonly StoreIndex[] }, theme: Theme): string {
  const rows = indexes.map((index): readonly Cell[] => [
    { text: index.store },
    { text: index.state, paint: index.state === "ready" ? theme.green : theme.yellow },
    { text: `${index.pages.hot + index.pages.cold} of ${index.expected}` },
    { text: String(index.chunks.hot + index.chunks.cold) },
    { text: String(index.bytes) },
    { text: index.engine },
  ]);
  const embedded = indexes.flatMap(({ store, vectors }) =>
    vectors === null ? [] : [`${store}: vectors of ${vectors.model}: ${vectorWords(vectors)}.\n`],
  );
  const said = indexes.flatMap(({ store, says }) => (says === null ? [] : [`${store}: ${says}\n`]));
  return `${table(["store", "state", "pages", "chunks", "bytes", "engine"], rows, theme)}${embedded.join("")}${said.join("")}`;
}

function vectorWords({ model, trial, ready, pending, kept, bytes, dimensions, damaged }: StoreVectors): string {
  const size = dimensions === null ? "" : ` of ${dimensions} numbers`;
  const parts = [
    `${count(ready, "page")} embedded${size}, ${bytes} bytes`,
    ...(pending === 0 ? [] : [`${count(pending, "page")} pending`]),
    ...(kept === 0 ? [] : [`${count(kept, "page")} private and kept on this machine`]),
    ...(damaged === 0 ? [] : [`${count(damaged, "file")} damaged`]),
  ];
  return `${parts.join(", ")}; ${trialSays(model, trial)}`;
}

const pagesMax = 100;
const tokensMax = 1_000_000;

/** As a failure of that kind would end. */
const exits: Readonly<Record<RecallStatus, NonNullable<Reply["exit"]>>> = {
  ok: 0,
  no_match: 4,
  denied: 7,
  malformed: 2,
  unavailable: 6,
  backend_error: 9,
};

export async function runRecall(call: Call): Promise<Outcome<Reply>> {
  const named = textOption(call, "tokens");
  const asked = allOf([
    positiveWhole(textOption(call, "limit") ?? String(limits.recallPagesUsual), "--limit", pagesMax),
    named === null ? ok(null) : positiveWhole(named, "--tokens", tokensMax),
    instantOption(call, "since"),
    instantOption(call, "until"),
  ]);
  if (!asked.ok) return asked;
  const [limit, tokens, since, until] = asked.value;
  const types: readonly (PageType | MemoryKind)[] = [...pageTypes, ...memoryKinds];
  const query: RecallQuery = {
    text: call.args.join(" "),
    also: listOption(call, "also"),
    limit,
    tokens,
    types: listOption(call, "type").flatMap((name) => types.find((known) => known === name) ?? []),
    since: since?.slice(0, 10) ?? null,
    until: until?.slice(0, 10) ?? null,
    tier: tiers.find((tier) => tier === textOption(call, "tier")) ?? null,
    session: textOption(call, "session"),
    audience: audienceOption(call),
    trusted: call.options.untrusted !== true,
    tokenizer: textOption(call, "tokenizer"),
    restore: call.options.keepCold !== true,
    fresh: true,
    laterThan: openLater,
  };
  return withSession(call, "read", async (workspace) => {
    const answer = await recall(workspace, query);
    const explain = call.options.explain === true;
    return ok({
      json: answer,
      out: (theme) => recallLines(answer, { explain, prompt: call.options.prompt === true }, theme),
      notes: (theme) => recallNotes(answer, explain, theme),
      warnings: (theme) => recallWarnings(answer, theme),
      exit: exits[answer.status],
    });
  });
}

// Render recall: what was found, for a person: each page with its place and its reason, and what would help where there is too little.

/** Lines of a page that are shown unless all are asked for. */
const linesShown = 4;

/** Standard output: nothing where nothing was found. */
function recallLines(
  answer: RecallAnswer,
  { explain, prompt }: { readonly explain: boolean; readonly prompt: boolean },
  theme: Theme,
): string {
  if (prompt) return theme.terminal ? visible(answer.text) : answer.text;
  const pages = answer.pages.map((page) => pageLines(page, explain, theme));
  const heard = heardLines(answer, theme);
  // A page that is sure to answer says it best; what is merely near, and what a session was, stands behind the few lines that somebody said.
  const [best] = answer.pages;
  const isBest = best?.confidence === "high" && !isEpisodeSlug(best.id.split("#")[1] ?? null);
  return (isBest ? [...pages, ...heard] : [...heard, ...pages]).join("\n");
}

function heardLines({ heard = [] }: RecallAnswer, theme: Theme): readonly string[] {
  const lines = heard.flatMap(({ at, text, later, staged }) => [
    `  ${theme.dim(at.slice(0, 10))}  ${fitted(staged ? `(staged) ${text}` : text, theme)}\n`,
    // A line of its own, so that a narrow terminal does not cut off what holds.
    ...(later === undefined ? [] : [`              ${fitted(`(said later: “${later}”)`, theme)}\n`]),
  ]);
  return lines.length === 0 ? [] : [`${theme.bold("heard, and kept on no page yet")}\n${lines.join("")}`];
}

function pageLines(page: RecallPage, explain: boolean, theme: Theme): string {
  const [first, last] = page.lines;
  const place = `${page.path}:${first}${last === first ? "" : `-${last}`}`;
  const when = whenOf(page) ?? page.date?.day ?? null;
  const cues = [
    page.kind,
    page.type,
    ...(when === null ? [] : [page.date === null ? when : `${when} (${dateWords[page.date.by]})`]),
    ...(page.origin === "user" ? [] : [`from ${page.origin}`]),
    `confidence ${page.confidence}`,
    ...(page.why.boosts.some(({ what }) => what === "contested") ? ["in conflict: pagefile conflicts"] : []),
    ...(page.superseded === null
      ? []
      : [
          `superseded: ${page.superseded.says}${page.superseded.by === page.id ? "" : `, says ${page.superseded.by}`}`,
        ]),
  ];
  const tier = page.tier === "cold" ? `  ${theme.yellow("archived")}` : "";
  const head = `${theme.bold(visibleLine(page.id))}  ${theme.dim(visibleLine(place))}${tier}\n`;
  const lines = page.snippet.split(/\r?\n/).filter((line) => line.trim() !== "");
  // A program that reads the answer has asked for so many tokens and gets them; a person gets what the eye takes in.
  const shown = explain || !theme.terminal ? lines : bestLines(page);
  const more = lines.length - shown.length;
  const text =
    shown.map((line) => `  ${fitted(line, theme)}\n`).join("") +
    (more > 0 ? `  ${theme.dim(`… ${count(more, "line")} more`)}\n` : "");
  const why = explain ? wrapped(`why: ${page.why.says}`, 2, theme) + boostLines(page, theme) : "";
  return `${head}  ${theme.dim(visibleLine(cues.join(" · ")))}\n${text}${why}`;
}

/** What says when it was. */
const dateWords = {
  entry: "its entry",
  log: "its log",
  page: "its page's last change",
  commit: "its last commit",
} as const;

/** Those around the words of the question, of a snippet that may have several places of its page. */
function bestLines({ snippet, why }: RecallPage): readonly string[] {
  const linesIn = (text: string): readonly string[] => text.split(/\r?\n/).filter((line) => line !== "…");
  const best = excerpt(snippet, why.terms, (text) => linesIn(text).length <= linesShown);
  return linesIn(best ?? snippet).slice(0, linesShown);
}

function fitted(line: string, theme: Theme): string {
  const safe = visibleLine(line);
  return theme.width === null ? safe : cut(safe, theme.width - 2);
}

function boostLines({ score, why }: RecallPage, theme: Theme): string {
  const shares = Object.entries(why.shares)
    .filter(([, share]) => share >= 0.005)
    .map(([name, share]) => `${name} ${Math.round(share * 100)} %`);
  const boosts = why.boosts.map(({ what, factor, says }) => `${what} × ${factor.toFixed(2)} (${says})`);
  return `  ${theme.dim(visibleLine(`score ${score.toFixed(3)}: ${[...shares, ...boosts].join(", ")}`))}\n`;
}

/** Standard error: how it ended, and what would help. */
function recallNotes(answer: RecallAnswer, explain: boolean, theme: Theme): string {
  const { status, confidence, escalated, tokens, understood } = answer;
  const understoodAs =
    explain && understood !== null ? `${theme.cyan("understood")}  ${visibleLine(understoodLine(understood))}\n` : "";
  const archive = explain && escalated !== null ? `${theme.cyan("archive")}  ${visibleLine(escalated.says)}\n` : "";
  const restored = escalated?.restored ?? [];
  const back =
    restored.length === 0
      ? ""
      : `${theme.green("restored")}  ${visibleLine(restored.join(", "))}, because it is used often\n`;
  const dimensions = explain
    ? ` (${Object.entries(confidence)
        .filter(([name, value]) => name !== "overall" && value !== null)
        .map(([name, value]) => `${name} ${Number(value).toFixed(2)}`)
        .join(", ")})`
    : "";
  // Of what is heard alone no page says how sure it is.
  const sure =
    status === "ok" && answer.pages.length === 0 ? "" : `confidence ${confidence.overall.toFixed(2)}${dimensions}, `;
  const sums = `${sure}${tokens} tokens, trace ${visibleLine(answer.trace)}`;
  return `${understoodAs}${archive}${back}${status === "ok" ? `${visibleLine(answer.reason)} ` : ""}${theme.dim(sums)}\n`;
}

function understoodLine(read: NonNullable<RecallAnswer["understood"]>): string {
  const { intent, entities, days, kinds, also = [], meaning } = read;
  const names = entities.length === 0 ? "" : `; names ${entities.join(", ")}`;
  const span = days === null ? "" : `; days ${days.from ?? "…"} to ${days.to ?? "…"}`;
  const model = meaning === undefined ? "" : `; by meaning, ${meaning}`;
  const others = also.length === 0 ? "" : `; also as ${also.map((text) => `“${text}”`).join(", ")}`;
  return `${intent}${names}${span}${others}; ${kinds.join(", then ")}${model}`;
}

/** Standard error, whatever is quiet: an empty answer never stands alone. */
function recallWarnings(answer: RecallAnswer, theme: Theme): string {
  const { status, reason, uncertainty, degraded } = answer;
  // What helps where one is not sure says the same, and more.
  const isSaid = uncertainty?.helps.some((help) =>
    help.startsWith(answer.hint.replace(/\.$/, "").replace(/ a name$/, "")),
  );
  const hint = isSaid === true ? "" : answer.hint;
  const ended =
    status === "ok"
      ? ""
      : `${theme.yellow(theme.bold(`${status}:`))} ${visibleLine(reason)}\n${hint === "" ? "" : wrapped(hint, 2, theme)}`;
  // Where no page matches, that none speaks of it is said.
  const unsure =
    uncertainty === null || status !== "ok" ? "" : `${theme.yellow("not sure:")} ${visibleLine(uncertainty.says)}\n`;
  const doubt = unsure + (uncertainty?.helps ?? []).map((help) => wrapped(help, 2, theme)).join("");
  const without = degraded.map(
    ({ what, says }) => `${theme.yellow("degraded:")} ${visibleLine(what)}: ${visibleLine(says)}\n`,
  );
  return `${ended}${doubt}${without.join("")}`;
}
