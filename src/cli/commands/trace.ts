/** Command faults: what went wrong and was recorded: by kind, page, session and time; or as counters for a scraper. */

import { type Instant, parseInstant } from "../../base/ids.js";
import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { faultMetrics, faults } from "../../prompt/trace/read--faults-read.js";
import type { FaultsAnswer } from "../../prompt/trace/read--trace-answers.js";
import { faultKinds } from "../../write/fault.js";
import type { Call, Reply } from "../command.js";
import { positiveWhole, textOption } from "../command--input.js";
import { wrapped } from "../render/render.js";
import { table } from "../render/table.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { withWorkspace } from "../share/write--workspace.js";

const limitMax = 1_000_000;

export async function run(call: Call): Promise<Outcome<Reply>> {
  const since = instantOption(call, "since");
  if (!since.ok) return since;
  const until = instantOption(call, "until");
  if (!until.ok) return until;
  const limit = positiveWhole(textOption(call, "limit") ?? "50", "--limit", limitMax);
  if (!limit.ok) return limit;
  const kind = faultKinds.find((known) => known === textOption(call, "kind")) ?? null;
  const [page, session] = [textOption(call, "page"), textOption(call, "session")];
  const isFiltered = [kind, page, session, since.value, until.value].some((one) => one !== null);
  if (call.options.metrics === true) {
    return isFiltered || call.options.count === true ? err(unfiltered()) : metrics(call);
  }
  const query = { kind, page, session, since: since.value, until: until.value, limit: limit.value };
  return withWorkspace(call, async (workspace) => {
    const answer = faults(workspace, query);
    if (!answer.ok) return answer;
    const { damaged } = answer.value;
    const counted = call.options.count === true;
    return ok({
      json: counted ? { ...answer.value, faults: [] } : answer.value,
      out: (theme) => (counted ? counts(answer.value, theme) : render(answer.value, theme)),
      warnings: (theme) => damaged.map((says) => `${theme.yellow("damaged:")} ${visibleLine(says)}\n`).join(""),
      onQuiet: "keep",
      exit: damaged.length > 0 ? 1 : 0,
    });
  });
}

function metrics(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const text = faultMetrics(workspace);
    if (!text.ok) return text;
    return ok({ json: { metrics: text.value }, out: () => text.value, onQuiet: "keep", exit: 0 });
  });
}

function unfiltered(): ReturnType<typeof usage> {
  return usage(
    "--metrics counts every fault, and a filter was given.",
    "Leave the filter to the scraper: kind is a label.",
  );
}

/** null when it was not given. */
function instantOption(call: Call, name: "since" | "until"): Outcome<Instant | null> {
  const text = textOption(call, name);
  const instant = text === null ? null : parseInstant(text);
  if (text === null || instant !== null) return ok(instant);
  return err(
    usage(
      `--${name} is “${text}”; a day or an instant was expected.`,
      "For example 2026-11-20 or 2026-11-20T21:40:12Z.",
    ),
  );
}

function counts({ counts, total }: FaultsAnswer, theme: Theme): string {
  if (total === 0) return "no faults\n";
  const rows = faultKinds
    .filter((kind) => counts[kind] !== undefined)
    .map((kind) => [
      { text: kind, paint: theme.cyan },
      { text: String(counts[kind]), align: "right" as const },
    ]);
  return table(["kind", "faults"], rows, theme);
}

function render({ faults, total }: FaultsAnswer, theme: Theme): string {
  if (total === 0) return "no faults\n";
  const rows = faults.map((fault) => {
    const turn = fault.turn === undefined ? "" : ` turn ${fault.turn}`;
    const session = fault.session === undefined ? "" : `  ${visibleLine(fault.session)}${turn}`;
    const boundary = fault.boundary === undefined ? "" : `  at ${visibleLine(fault.boundary)}`;
    const trace = fault.trace === null ? "" : `  trace ${visibleLine(fault.trace)}`;
    const where = theme.dim(`${session}${boundary}${trace}`);
    const head = `${theme.dim(fault.at)}  ${theme.cyan(fault.kind)}  ${theme.bold(visibleLine(fault.page))}${where}\n`;
    return head + wrapped(fault.says, 2, theme) + wrapped(fault.hint, 2, theme);
  });
  const more = total - faults.length;
  return rows.join("") + (more > 0 ? theme.dim(`${more} older ones are not shown: --limit ${total}\n`) : "");
}
