/** Command purge: takes a secret or a poison out of the history; lists what it would do unless --yes is said. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type PurgeAnswer, type PurgeRequest, purge, resumePurge } from "../../history/purge/purge.js";
import { wireAudit } from "../../open-night--wire-audit.js";
import { wirePurge } from "../../open-night--wire-purge.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { count, labeled, wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { withWorkspace } from "../share/write--workspace.js";

const named = ["entry", "commit", "source", "page"] as const;

export async function run(call: Call): Promise<Outcome<Reply>> {
  const request = requestOf(call);
  if (!request.ok) return request;
  return withWorkspace(call, async (workspace) => {
    const memory = workspace.primary;
    const host = wirePurge(memory.root, call.env);
    if (!host.ok) return host;
    const audit = await wireAudit(memory.root, call.env);
    if (!audit.ok) {
      await host.value.close();
      return audit;
    }
    try {
      if (request.value === "resume") {
        const resumed = await resumePurge(memory, host.value);
        const says = (theme: Theme): string =>
          resumed.ok && resumed.value.resumed ? `${theme.green("finished")}\n` : "no purge waits to be finished\n";
        return resumed.ok ? ok({ json: resumed.value, out: says, onQuiet: "drop", exit: 0 }) : resumed;
      }
      const answer = await purge(memory, { audit: audit.value, host: host.value }, request.value);
      if (!answer.ok) return answer;
      const stuck = answer.value.others.length > 0 || answer.value.left > 0;
      return ok({
        json: answer.value,
        out: (theme) => render(answer.value, theme),
        notes: (theme) => answer.value.beyond.map((each) => wrapped(each, 0, theme)).join(""),
        onQuiet: "keep",
        exit: stuck ? 1 : 0,
      });
    } finally {
      await audit.value.close();
      await host.value.close();
    }
  });
}

function requestOf(call: Call): Outcome<PurgeRequest | "resume"> {
  const { matchSecret, resume, yes } = call.options;
  const given = named.flatMap((kind) => {
    const name = textOption(call, kind);
    return name === null ? [] : [{ kind, name, yes: yes === true }];
  });
  const all: (PurgeRequest | "resume")[] = [...given];
  if (matchSecret === true) all.push({ kind: "secret", name: "", yes: yes === true });
  if (resume === true) all.push("resume");
  const [request] = all;
  if (request === undefined || all.length > 1) {
    return err(
      usage(
        `${all.length === 0 ? "Nothing to purge was" : `${all.length} things to purge were`} named; exactly one was expected.`,
        "One of --entry DIGEST, --commit REVISION, --source ID, --page ID, --match-secret, --resume.",
      ),
    );
  }
  const wrong = request !== "resume" && request.kind === "entry" && !/^[0-9a-f]{16}$/.test(request.name);
  if (!wrong) return ok(request);
  return err(usage("An entry is named by its 16 hex digits.", "Read them with: pagefile blame PAGE --json"));
}

function render(answer: PurgeAnswer, theme: Theme): string {
  const { pages, derived, cites, commits, files, state, others, left } = answer;
  const head =
    answer.commit === null
      ? `${theme.yellow(answer.dryRun ? "would purge" : "nothing to purge")}  ${count(commits.length, "commit")} rewritten, ${count(files.length, "file")} changed\n`
      : `${theme.green("purged")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${count(commits.length, "commit")} rewritten\n`;
  const rows = pages.map(({ page, whole, entries, along }) => {
    const rest = along > 0 ? `, with ${count(along, "entry").replace("entrys", "entries")} of other grounds` : "";
    const shown = entries.map((digest) => theme.dim(digest)).join(" ");
    return labeled(
      "page",
      `${theme.bold(visibleLine(page))}  ${whole ? `whole${rest}` : ""}  ${shown}`.trimEnd(),
      theme,
    );
  });
  const lines = [
    ...rows,
    ...derived.map(({ commit, why }) => labeled("commit", `${commit.slice(0, 10)}  ${visibleLine(why)}`, theme)),
    ...cites.map((commit) =>
      labeled("cites it", `${commit.slice(0, 10)}  stays; purge --commit takes it out`, theme),
    ),
    ...answer.kinds.map((kind) => labeled("secret", visibleLine(kind), theme)),
    ...state.map((name) => labeled("state", visibleLine(name), theme)),
    ...others.map((name) => labeled(theme.red("also in"), `${visibleLine(name)}  which is not rewritten`, theme)),
  ];
  const end = left > 0 ? `${theme.red("left")}  ${count(left, "object")} still hold it\n` : "";
  const hint = answer.dryRun ? `${theme.dim("Nothing was changed. The same command with --yes does it.")}\n` : "";
  return head + lines.join("") + end + hint;
}
