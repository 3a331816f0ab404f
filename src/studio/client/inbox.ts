/**
 * Inbox: all that waits for a person, in one list that the keyboard walks: conflicts, what was heard and is owed, what was refused, text from
 * outside, and what a night asks. `a` takes what is asked, `x` refuses it, `e` edits it, the space bar chooses several for one answer.
 */

import { html } from "htm/preact";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { InboxAnswer, TonightAnswer } from "../shape.js";
import { changeOf, type Drawn, drawAnswer, Empty, Line, quantity, toggled, typing, useHeard, when } from "./parts.js";
import { act, isStill, read, useView, type Whole } from "./store.js";

/** What a button says, and the act that it does. */
type Way = readonly [label: string, act: string, words: Readonly<Record<string, string>>];

/** One thing that waits; a way that it does not have is absent. */
interface Waiting {
  readonly key: string;
  readonly group: string;
  readonly head: ComponentChildren;
  readonly body: ComponentChildren;
  readonly line: string;
  readonly yes: Way;
  readonly no?: Way;
  readonly more?: readonly Way[];
  /** What an editor begins with, and what it is sent as. */
  readonly text?: string;
  readonly id?: string;
}

const groups: Readonly<Record<string, string>> = {
  conflict: "Two versions say different things",
  heard: "Heard, not on a page yet",
  refused: "Refused, and why",
  outside: "Text from outside",
  night: "What the night asks",
};

function waitingIn(answer: InboxAnswer): readonly Waiting[] {
  return [
    ...answer.conflicts.map((conflict): Waiting => {
      const { page, kind, name, sides } = conflict;
      const about = { page, [kind === "key" ? "key" : "entry"]: name };
      const ours = sides.find(({ side }) => side === "ours")?.text ?? "";
      return {
        key: `c ${page} ${name}`,
        group: "conflict",
        head: html`<a href=${`#/pages/${encodeURIComponent(page)}`}>${page}</a> ${kind === "key" ? name : "one entry"}`,
        body: html`<div class="sides">${sides.map(({ side, text }) => html`<div class="side-of"><h4>${side === "ours" ? "Ours" : "Theirs"}</h4><div class="quote">${side === "ours" ? text : changeOf(ours, text)}</div></div>`)}</div>`,
        line: `pagefile resolve --both --${kind === "key" ? "key" : "entry"}=${name} ${page}`,
        yes: ["Keep both", "resolve", { ...about, side: "both" }],
        more: [
          ["Ours", "resolve", { ...about, side: "ours" }],
          ["Theirs", "resolve", { ...about, side: "theirs" }],
        ],
      };
    }),
    ...answer.heard.map(
      ({ id, kind, text, why, at, by, session, lasting }): Waiting => ({
        key: `h ${id}`,
        group: "heard",
        head: html`<span class="mark">${kind}</span> ${lasting ? null : html`<span class="mark">said once</span>`}`,
        body: html`<div class="quote">${text}</div><p class="dim facts"><span>${why}</span><span>${by}</span><span>${when(at)}</span>${session === null ? null : html`<span>session ${session}</span>`}</p>`,
        line: `pagefile inbox keep ${id}`,
        yes: ["Keep", "keep", { id }],
        no: ["Settle", "settle", { id }],
        text,
        id,
      }),
    ),
    ...answer.refused.map(({ id, reason, says, hint, page, text, at, actor, redacted, origin }): Waiting => {
      const isOutside = reason === "OUTSIDE_TEXT";
      const approves = isOutside || origin === "web" || origin === "imported" || origin === "tool";
      return {
        key: `r ${id} ${reason}`,
        group: isOutside ? "outside" : "refused",
        head: html`${isOutside ? null : html`<span class="mark bad">${reason}</span>`} <a href=${`#/pages/${encodeURIComponent(page)}`}>${page}</a>`,
        body: html`<p>${says} <span class="dim">${hint}</span></p>${text === "" ? null : html`<div class="quote">${text}</div>`}<p class="dim facts"><span>${actor}</span><span>${when(at)}</span></p>`,
        line: approves ? `pagefile approve ${id}` : `pagefile journal retry ${id}`,
        yes: approves ? ["Approve", "approve", { what: id }] : ["Try again", "retry", { id }],
        ...(isOutside ? {} : { no: ["Settle", "dismiss", { id }] as const }),
        ...(redacted && !isOutside ? { text: "" } : {}),
      };
    }),
    ...answer.proposals.map(
      ({ n, verb, page, text, why }): Waiting => ({
        key: `p ${n} ${page}`,
        group: "night",
        head: html`<span class="mark">${verb === "keep" ? "may be kept" : "may leave"}</span> ${page}`,
        body: html`<div class="quote">${verb === "keep" ? html`<ins>${text}</ins>` : html`<del>${text}</del>`}</div><p class="dim">${why}</p>`,
        line: `pagefile night accept ${n}`,
        yes: ["Accept", "accept", { numbers: String(n) }],
        no: ["Refuse", "reject", { numbers: String(n) }],
      }),
    ),
  ];
}

export function Inbox({ overview }: { readonly overview: Whole }): Drawn {
  const answer = useView<InboxAnswer>("inbox");
  return html`<section class="single" aria-label="Inbox"><h1>Inbox</h1>
    ${drawAnswer(answer, (value) => html`<${Waitings} answer=${value} canWrite=${overview.readOnly === null} />`)}
  </section>` as VNode;
}

function Waitings({ answer, canWrite }: { readonly answer: InboxAnswer; readonly canWrite: boolean }): Drawn {
  const items = waitingIn(answer);
  const [at, go] = useState(0);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [editing, edit] = useState<string | null>(null);
  const here = Math.min(at, Math.max(0, items.length - 1));
  const toggle = (key: string): void => choose(toggled(chosen, key));
  const say = async (way: "yes" | "no"): Promise<void> => {
    const meant = items.filter(({ key }, i) => (chosen.size === 0 ? i === here : chosen.has(key)));
    choose(new Set());
    await answerAll(meant, way);
  };
  const keys = { items, here, go, toggle, say, edit, canWrite: canWrite && editing === null };
  useKeys(keys);
  if (items.length === 0) return html`<${Nothing} answer=${answer} canWrite=${canWrite} />` as VNode;
  return html`<div>
    <${Withheld} n=${answer.withheld} />
    <p class="dim">${quantity(items.length, "thing")} waiting. <kbd>j</kbd> <kbd>k</kbd> move, <kbd>a</kbd> take, <kbd>x</kbd> refuse, <kbd>e</kbd> edit, <kbd>space</kbd> choose several.</p>
    ${
      chosen.size === 0
        ? null
        : html`<div class="note" role="status">${quantity(chosen.size, "thing")} chosen.
      <button type="button" class="main-button" onClick=${() => say("yes")}>Take all</button> <button type="button" onClick=${() => say("no")}>Refuse all</button></div>`
    }
    ${Object.entries(groups).map(([group, title]) => {
      const inside = items.filter((each) => each.group === group);
      return inside.length === 0
        ? null
        : html`<h2>${title}</h2>${inside.map(
            (
              each,
            ) => html`<${Card} key=${each.key} item=${each} isHere=${items[here] === each} isChosen=${chosen.has(each.key)}
        canWrite=${canWrite} isEditing=${editing === each.key} edit=${edit} toggle=${toggle} go=${() => go(items.indexOf(each))} />`,
          )}`;
    })}
    <${Tonight} canWrite=${canWrite} />
  </div>` as VNode;
}

/** Of one proposal several are answered by one command; all else is one after the other. */
async function answerAll(items: readonly Waiting[], way: "yes" | "no"): Promise<void> {
  const ways = items.flatMap((each) => (each[way] === undefined ? [] : [each[way]]));
  const isOfNight = ([, name]: Way): boolean => name === "accept" || name === "reject";
  const nights = ways.filter(isOfNight);
  for (const [, name, words] of ways.filter((each) => !isOfNight(each))) await act(name, words);
  const [first] = nights;
  if (first !== undefined)
    await act(first[1], { numbers: nights.map(([, , words]) => words.numbers ?? "").join(" ") });
}

interface Keys {
  readonly items: readonly Waiting[];
  readonly here: number;
  readonly go: (at: number) => void;
  readonly toggle: (key: string) => void;
  readonly say: (way: "yes" | "no") => Promise<void>;
  readonly edit: (key: string | null) => void;
  readonly canWrite: boolean;
}

function useKeys({ items, here, go, toggle, say, edit, canWrite }: Keys): void {
  useHeard("studio-step", (by: number) => go(Math.max(0, Math.min(items.length - 1, here + by))));
  useHeard("studio-key", (key: string) => {
    const item = items[here];
    if (item === undefined || !canWrite) return;
    if (key === "a") void say("yes");
    if (key === "x") void say("no");
    if (key === "e" && item.id !== undefined) edit(item.key);
    if (key === " ") toggle(item.key);
  });
  useEffect(() => {
    document.querySelector(".card.here")?.scrollIntoView({ block: "nearest" });
  }, [here]);
}

interface CardAsked {
  readonly item: Waiting;
  readonly isHere: boolean;
  readonly isChosen: boolean;
  readonly canWrite: boolean;
  readonly isEditing: boolean;
  readonly edit: (key: string | null) => void;
  readonly toggle: (key: string) => void;
  readonly go: () => void;
}

function Card({ item, isHere, isChosen, canWrite, isEditing, edit, toggle, go }: CardAsked): Drawn {
  const button = ([label, name, words]: Way, kind: string): ComponentChildren =>
    html`<button type="button" class=${kind} onClick=${() => act(name, words)}>${label}</button>`;
  return html`<article class=${`card${isHere ? " here" : ""}${isChosen ? " chosen" : ""}`} onClick=${go}>
    <header>${canWrite ? html`<input type="checkbox" aria-label="Choose" checked=${isChosen} onChange=${() => toggle(item.key)} />` : null}<div class="what">${item.head}</div></header>
    ${item.body}
    ${isEditing ? html`<${Reword} item=${item} close=${() => edit(null)} />` : null}
    ${
      canWrite && !isEditing
        ? html`<div class="actions">${button(item.yes, "main-button")}${(item.more ?? []).map((each) => button(each, ""))}${item.no === undefined ? null : button(item.no, "")}
          ${item.id === undefined ? null : html`<button type="button" onClick=${() => edit(item.key)}>Edit</button>`}</div>`
        : null
    }
    ${isHere ? html`<${Line} line=${item.line} />` : null}
  </article>` as VNode;
}

function Reword({ item, close }: { readonly item: Waiting; readonly close: () => void }): Drawn {
  const [text, type] = useState(item.text ?? "");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if ((await act("reword", { id: item.id ?? "", text })).ok) close();
  };
  return html`<form class="form" onSubmit=${send} onKeyDown=${(event: KeyboardEvent) => event.key === "Escape" && close()}>
    <label for="reword">The same in better words</label>
    <textarea id="reword" rows="3" value=${text} onInput=${typing(type)}></textarea>
    <div class="actions"><button type="submit" class="main-button">Save</button><button type="button" onClick=${close}>Cancel</button></div>
  </form>` as VNode;
}

function Withheld({ n }: { readonly n: number }): Drawn {
  if (n === 0) return null;
  return html`<div class="note">${quantity(n, "statement")} that people said stay out of this file: they are on no page yet, and private.</div>` as VNode;
}

function Nothing({ answer, canWrite }: { readonly answer: InboxAnswer; readonly canWrite: boolean }): Drawn {
  return html`<div><${Withheld} n=${answer.withheld} /><${Empty}>Nothing waits: all that was heard is kept or settled, nothing is refused, and the night asks nothing.<//><${Tonight} canWrite=${canWrite} /></div>` as VNode;
}

// Tonight: what a night would do now, and the last one taken back.

function Tonight({ canWrite }: { readonly canWrite: boolean }): Drawn {
  const [answer, got] = useState<Awaited<ReturnType<typeof read<TonightAnswer>>> | null | "asked">(null);
  if (isStill) return null;
  const ask = (): void => {
    got("asked");
    void read<TonightAnswer>("tonight").then(got);
  };
  return html`<div class="tonight"><h2>Nights</h2>
    <div class="actions"><button type="button" onClick=${ask}>What would tonight do?</button>
      ${canWrite ? html`<button type="button" onClick=${() => act("undoNight", {})}>Undo the last night</button>` : null}</div>
    ${
      answer === null
        ? null
        : answer === "asked"
          ? html`<p class="dim" role="status">Planning a night…</p>`
          : drawAnswer(answer, ({ commits }) =>
              commits.length === 0
                ? html`<${Empty}>A night would change nothing now.<//>`
                : commits.map(
                    ({ subject, files }) => html`<article class="card"><strong>${subject}</strong>
        ${files.map(({ path, added, removed }) => html`<p class="dim">${path}</p><div class="patch" tabindex="0">${removed.length === 0 ? null : html`<div class="change"><del>${removed.join("\n")}</del></div>`}${added.length === 0 ? null : html`<div class="change"><ins>${added.join("\n")}</ins></div>`}</div>`)}</article>`,
                  ),
            )
    }
    <${Line} line="pagefile nightly --dry-run" />
  </div>` as VNode;
}
