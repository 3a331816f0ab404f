/** Commands that search: recall and index. */

import { parseInstant } from "../../base/ids.js";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import type { Workspace } from "../../memory/workspace.js";
import { type PageType, pageTypes, tiers } from "../../page/page.js";
import { type MemoryKind, memoryKinds, type RecallStatus } from "../../recall/answer.js";
import { indexRebuild, indexStatus, type StoreIndex } from "../../recall/index/search-index.js";
import { embedAll, type StoreVectors } from "../../recall/meaning/fill.js";
import { type RecallQuery, recall } from "../../recall/recall.js";
import { type Call, listOption, positiveWhole, type Reply, textOption } from "../command.js";
import { recallLines, recallNotes, recallWarnings } from "../render/recall.js";
import { count } from "../render/render.js";
import { type Cell, type Theme, table } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";

// Command index: what stands behind recall, how it is made anew, and how a model is shown what it has not seen.

export async function runIndexFiles(call: Call): Promise<Outcome<Reply>> {
  const [action] = call.args;
  if (action !== "status" && action !== "rebuild" && action !== "embed") {
    const says = `There is no “index ${action ?? ""}”; status, rebuild or embed was expected.`;
    return err(usage(says, "pagefile index status"));
  }
  return withWorkspace(call, async (workspace) => {
    if (action === "status") {
      const answer = await indexStatus(workspace);
      return ok({
        json: answer,
        out: (theme) => render(answer.indexes, theme),
        onQuiet: "keep",
        exit: answer.indexes.some(needsMending) ? 1 : 0,
      });
    }
    if (action === "embed") return embed(workspace);
    const rebuilt = await indexRebuild(workspace);
    if (!rebuilt.ok) return rebuilt;
    const { indexes, indexed } = rebuilt.value;
    return ok({
      json: rebuilt.value,
      out: (theme) => `${render(indexes, theme)}${theme.dim(`${count(indexed, "page")} indexed\n`)}`,
      onQuiet: "drop",
      exit: 0,
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
  return ok({ json: done.value, out: () => lines.join(""), onQuiet: "drop", exit: 0 });
}

/** An index that was never made is nothing to mend. */
function needsMending({ state }: StoreIndex): boolean {
  return state !== "ready" && state !== "missing";
}

function render(indexes: readonly StoreIndex[], theme: Theme): string {
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

function vectorWords({ ready, pending, kept, bytes, dimensions, damaged }: StoreVectors): string {
  const size = dimensions === null ? "" : ` of ${dimensions} numbers`;
  const parts = [
    `${count(ready, "page")} embedded${size}, ${bytes} bytes`,
    ...(pending === 0 ? [] : [`${count(pending, "page")} pending`]),
    ...(kept === 0 ? [] : [`${count(kept, "page")} private and kept on this machine`]),
    ...(damaged === 0 ? [] : [`${count(damaged, "file")} damaged`]),
  ];
  return parts.join(", ");
}

// Command recall: what the memory knows of something, or why it says nothing.

const pagesMax = 100;
const tokensMax = 1_000_000;

/** As a failure of that kind would end. */
const exits: Readonly<Record<RecallStatus, Reply["exit"]>> = {
  ok: 0,
  no_match: 4,
  denied: 7,
  malformed: 2,
  unavailable: 6,
  backend_error: 9,
};

export async function runRecall(call: Call): Promise<Outcome<Reply>> {
  const limit = positiveWhole(textOption(call, "limit") ?? "16", "--limit", pagesMax);
  if (!limit.ok) return limit;
  const tokens = positiveWhole(textOption(call, "tokens") ?? "2000", "--tokens", tokensMax);
  if (!tokens.ok) return tokens;
  const since = dayOption(call, "since");
  if (!since.ok) return since;
  const until = dayOption(call, "until");
  if (!until.ok) return until;
  const types: readonly (PageType | MemoryKind)[] = [...pageTypes, ...memoryKinds];
  const query: RecallQuery = {
    text: call.args.join(" "),
    limit: limit.value,
    tokens: tokens.value,
    types: listOption(call, "type").flatMap((name) => types.find((known) => known === name) ?? []),
    since: since.value,
    until: until.value,
    tier: tiers.find((tier) => tier === textOption(call, "tier")) ?? null,
    session: textOption(call, "session"),
    audience: textOption(call, "audience") === "group" ? "group" : "owner",
    trusted: call.options.untrusted !== true,
    tokenizer: textOption(call, "tokenizer"),
    restore: call.options.keepCold !== true,
    fresh: true,
  };
  return withSession(call, "read", async (workspace) => {
    const answer = await recall(workspace, query);
    const explain = call.options.explain === true;
    return ok({
      json: answer,
      out: (theme) => recallLines(answer, { explain, prompt: call.options.prompt === true }, theme),
      notes: (theme) => recallNotes(answer, explain, theme),
      warnings: (theme) => recallWarnings(answer, theme),
      onQuiet: "keep",
      exit: exits[answer.status],
    });
  });
}

/** The day of a day or an instant; null where the option was not given. */
function dayOption(call: Call, name: "since" | "until"): Outcome<string | null> {
  const text = textOption(call, name);
  const instant = text === null ? null : parseInstant(text);
  if (text === null || instant !== null) return ok(instant?.slice(0, 10) ?? null);
  return err(usage(`--${name} is “${text}”; a day or an instant was expected.`, "For example 2026-11-20."));
}
