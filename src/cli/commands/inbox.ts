/** Commands of the inbox: remember keeps what is said without asking where; inbox shows what was heard, and keeps, edits and settles it. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { type Item, inboxOf, isDurable, owedOf, timesSaid } from "../../heard/inbox.js";
import { globalOf } from "../../init/personal.js";
import { isPerson } from "../../memory/actor.js";
import type { Memory } from "../../memory/memory.js";
import { keepHeard, remember } from "../../night/keep/heard.js";

import { type Call, type Reply, textOption, textOrStdin } from "../command.js";
import { count, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withWorkspace } from "../share/session.js";
import { commitOptions, envelopeOf } from "../share/write.js";

// Command remember: the words are on disk when it answers, whatever becomes of them.

export async function runRemember(call: Call): Promise<Outcome<Reply>> {
  const text = await textOrStdin(call, call.args.join(" "));
  if (!text.ok) return text;
  if (text.value.trim() === "")
    return err(usage("There is nothing to remember.", 'For example: pagefile remember "The office is in Lyon."'));
  return withWorkspace(call, async (workspace) => {
    const { actor, session } = envelopeOf(call);
    const about = { by: nameOf(actor), session, isPerson: isPerson(actor) };
    const done = await remember(workspace.primary, text.value, about, {
      ...commitOptions(call),
      global: globalOf(workspace),
    });
    if (!done.ok) return done;
    const { item, kept, says } = done.value;
    return ok({
      json: { id: item.id, kind: item.kind, page: kept?.page ?? null, commit: kept?.commit ?? null, says },
      out: (theme) =>
        kept === null
          ? `${theme.yellow("heard")}  ${item.id}  ${visibleLine(says)} It stays in the inbox: pagefile inbox\n`
          : `${theme.green("kept")}  ${theme.bold(kept.page)}  ${theme.dim(`as a ${item.kind}`)}\n`,
      onQuiet: "drop",
      exit: 0,
    });
  });
}

function nameOf(actor: string): string {
  return isPerson(actor) ? "cli" : actor.replace(/^agent:/, "");
}

// Command inbox: what was heard, and what became of it.

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
    if (answer === "list") return listed(call, read.value);
    if (answer === "keep" && id === "") {
      const kept = await keepHeard(memory, keeping);
      return kept.ok
        ? told(
            memory,
            kept.value.waiting.map(({ says }) => says),
          )
        : kept;
    }
    const [item, another] = id === "" ? [] : read.value.filter((each) => each.id.startsWith(id));
    if (another !== undefined && item?.id !== id)
      return err(usage(`Several statements begin with “${id}”.`, "Give more of the id: pagefile inbox --all --json"));
    if (item === undefined)
      return err(usage(`The inbox has no statement “${id}”.`, "See what it has with: pagefile inbox --all"));
    if (answer === "show") return shown(item, read.value);
    if (item.ended !== null) {
      const says = `The statement ${item.id} is ${item.ended.state} since ${item.ended.at}.`;
      return err(usage(says, `See what became of it with: pagefile inbox show ${item.id}`));
    }
    if (answer === "settle") {
      const because = textOption(call, "because") ?? "a person is done with it";
      const done = inboxOf(memory).end([item.id], { at, by, state: "settled", because });
      return done.ok ? told(memory, []) : done;
    }
    if (answer === "edit") {
      const text = rest.join(" ").trim();
      if (text === "") return err(usage("Other words were expected.", `For example: pagefile inbox edit ${id} "…"`));
      const done = inboxOf(memory).edit(item.id, text, { at, by });
      return done.ok ? told(memory, []) : done;
    }
    const kept = await keepHeard(memory, { ...keeping, ids: [item.id] });
    return kept.ok
      ? told(
          memory,
          kept.value.waiting.map(({ says }) => says),
        )
      : kept;
  });
}

function listed(call: Call, all: readonly Item[]): Outcome<Reply> {
  const items = call.options.all === true ? all : lastingIn(all);
  const once = call.options.all === true ? 0 : owedOf(all).length - items.length;
  return ok({
    json: { items: items.map(jsonOf), once },
    out: (theme) => {
      const lines = items.map((item) => lineOf(item, theme)).join("");
      const none = `${theme.dim("nothing is owed: all that was heard is kept, settled or expired")}\n`;
      const loose = `${theme.dim(`${count(once, "statement")} said once, which nothing says will last: pagefile inbox --all`)}\n`;
      return (lines === "" ? none : lines) + (once === 0 ? "" : loose);
    },
    onQuiet: "keep",
    exit: 0,
  });
}

/** What goes to a page as soon as one takes it. */
function lastingIn(all: readonly Item[]): readonly Item[] {
  return owedOf(all).filter(({ lasting }) => lasting);
}

/** What could be kept, and nothing says that it lasts. */
function isLoose(item: Item): boolean {
  return isDurable(item) && !item.lasting;
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
    : isDurable(item)
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
    onQuiet: "keep",
    exit: 0,
  });
}

export function saidLine({ times, last }: { readonly times: number; readonly last: string }): string {
  return `${times} times, last on ${last.slice(0, 10)}`;
}

/** What is owed now, and why some of it could not be kept. */
function told(memory: Memory, waits: readonly string[]): Outcome<Reply> {
  const read = inboxOf(memory).read();
  if (!read.ok) return read;
  const owed = lastingIn(read.value);
  return ok({
    json: { owed: owed.map(jsonOf), waits },
    out: (theme) =>
      `${theme.green("done")}  ${count(owed.length, "statement")} owed\n${waits.map((says) => `  ${visibleLine(says)}\n`).join("")}`,
    onQuiet: "drop",
    exit: 0,
  });
}
