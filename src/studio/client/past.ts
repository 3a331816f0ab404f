/** Past: the prompt of a turn as a bar with every page in or out and why, the line of time, and what sessions were given in tokens. */

import { html } from "htm/preact";
import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type {
  Answer,
  BillAnswer,
  CostAnswer,
  Happening,
  NowAnswer,
  PromptRecord,
  SessionCost,
  TimeAnswer,
} from "../shape.js";
import { type Drawn, drawAnswer, Empty, Line, quantity, toggled, typing, useHeard, when } from "./parts.js";
import { isStill, read, useView } from "./store.js";

// Now: what stands in the prompt.

const whyIn: Readonly<Record<string, string>> = {
  pinned: "It is pinned",
  demanded: "It was asked for",
  prefetched: "It fitted at its minimum",
  upgraded: "Raised, because tokens were left",
};

const whyOut: Readonly<Record<string, string>> = {
  over_budget: "It did not fit into what was left",
  not_demanded: "Nobody asked for it, and it is not given unasked",
  minimum_over_budget: "It was required, and even its minimum did not fit",
  audience_denied: "It is not for this audience",
  session_denied: "It belongs to another session",
  cold_tier: "It is archived",
  past_session: "It tells what a session was",
  origin_denied: "Its title or a field came from outside, and nobody approved it",
  unreadable: "It could not be read",
  harness_loads: "The harness loads its file by itself",
  superseded: "A narrower scope holds a page of that name",
};

const fidelities = ["full", "compressed", "structured", "pointer"] as const;

export function Now(): Drawn {
  const answer = useView<NowAnswer>("now");
  return html`<section class="single" aria-label="Now"><h1>Now</h1>${drawAnswer(answer, (value) => html`<${Prompts} answer=${value} />`)}</section>` as VNode;
}

function Prompts({ answer }: { readonly answer: NowAnswer }): Drawn {
  const { prompts } = answer;
  const [at, go] = useState(0);
  const step = (by: number): void => go((n) => Math.max(0, Math.min(prompts.length - 1, n + by)));
  useHeard("studio-step", step, [prompts.length]);
  const prompt = prompts[Math.min(at, prompts.length - 1)];
  if (prompt === undefined)
    return html`<${Empty}>No prompt is on record yet. A session makes them, or you do: <code>pagefile assemble --budget 2000</code><//><${Loaded} ...${answer} />` as VNode;
  const before = prompts.slice(at + 1).find(({ session }) => session === prompt.session) ?? null;
  return html`<div>
    <div class="scrub">
      <label for="scrub">Prompt ${prompts.length - at} of ${prompts.length}</label>
      <input id="scrub" type="range" min="0" max=${prompts.length - 1} value=${prompts.length - 1 - at} onInput=${(event: InputEvent) => go(prompts.length - 1 - Number((event.target as HTMLInputElement).value))} />
    </div>
    <${Prompt} prompt=${prompt} before=${before} />
    <${Loaded} ...${answer} />
  </div>` as VNode;
}

function Prompt({ prompt, before }: { readonly prompt: PromptRecord; readonly before: PromptRecord | null }): Drawn {
  const { session, turn, at, used, budget, trace, events, faults, policy } = prompt;
  return html`<div>
    <p class="facts dim"><span>${when(at)}</span>${session === null ? null : html`<span>session ${session}</span>`}${turn === null ? null : html`<span>turn ${turn}</span>`}<span>policy ${policy}</span></p>
    <p class="big"><strong>${used.toLocaleString("en-US")}</strong> of ${budget.toLocaleString("en-US")} tokens</p>
    <${Bar} prompt=${prompt} />
    ${events.map(({ event, loses }) => html`<div class="note">${event}: ${loses ? "the context was lost before this prompt" : "a boundary was crossed"}.</div>`)}
    ${faults.map(({ kind, says, hint }) => html`<div class="note bad"><strong>${kind}</strong> ${says} <span class="dim">${hint}</span></div>`)}
    <${Delta} prompt=${prompt} before=${before} />
    <${Asked} asked=${prompt.asked} />
    <${Reasons} prompt=${prompt} />
    <${Line} line=${`pagefile trace ${trace}`} />
  </div>` as VNode;
}

/** Each page as long as it is dear, and what was left. */
function Bar({ prompt }: { readonly prompt: PromptRecord }): Drawn {
  const { selected, used, budget } = prompt;
  const dearest = [...selected].sort((a, b) => b.tokens - a.tokens);
  return html`<div class="bar-box">
    <div class="bar" role="img" aria-label=${`${selected.length} pages take ${used} of ${budget} tokens`}>
      ${dearest.map(({ id, title, tokens, fidelity }) => html`<span key=${id} class=${`piece ${fidelity}`} style=${{ flexGrow: tokens }} title=${`${title}: ${tokens} tokens, ${fidelity}`}></span>`)}
      <span class="piece free" style=${{ flexGrow: Math.max(0, budget - used) }} title=${`${budget - used} tokens left`}></span>
    </div>
    <p class="legend dim">${fidelities.map((each) => html`<span><i class=${`piece ${each}`}></i>${each}</span>`)}<span><i class="piece free"></i>left</span></p>
  </div>` as VNode;
}

function Delta({ prompt, before }: { readonly prompt: PromptRecord; readonly before: PromptRecord | null }): Drawn {
  if (before === null) return null;
  const was = new Map(before.selected.map(({ id, fidelity }) => [id, fidelity]));
  const is = new Map(prompt.selected.map(({ id, fidelity }) => [id, fidelity]));
  const come = prompt.selected.filter(({ id }) => !was.has(id));
  const gone = before.selected.filter(({ id }) => !is.has(id));
  const other = prompt.selected.filter(({ id, fidelity }) => was.has(id) && was.get(id) !== fidelity);
  if (come.length + gone.length + other.length === 0)
    return html`<p class="dim">${before.text === prompt.text ? "The same text as the prompt before." : "The same pages as in the prompt before."}</p>` as VNode;
  return html`<details open><summary>Since the prompt before</summary><ul class="plain">
    ${come.map(({ title, fidelity }) => html`<li><ins>${title}</ins> <span class="dim">came in, ${fidelity}</span></li>`)}
    ${gone.map(({ title }) => html`<li><del>${title}</del> <span class="dim">went</span></li>`)}
    ${other.map(({ id, title, fidelity }) => html`<li>${title} <span class="dim">${was.get(id)} → ${fidelity}</span></li>`)}
  </ul></details>` as VNode;
}

/** What later prompts of the session, or its agent, got besides. */
function Asked({ asked }: Pick<PromptRecord, "asked">): Drawn {
  if (asked.length === 0) return null;
  return html`<details><summary>Asked since, with later prompts (${asked.length})</summary><ul class="plain">${asked.map(
    ({ at, query, status, pages }) =>
      html`<li>${query} <span class="dim">${when(at).split(", ")[1] ?? ""}, ${status}</span>${pages.map(({ id, title }) => html` <a href=${`#/pages/${encodeURIComponent(id)}`}>${title}</a>`)}</li>`,
  )}</ul></details>` as VNode;
}

function Reasons({ prompt }: { readonly prompt: PromptRecord }): Drawn {
  const [text, type] = useState("");
  const { selected, omitted, omittedMore, refused } = prompt;
  const more = new Map(refused.map((each) => [each.id, each]));
  const isMeant = ({ id, title }: { readonly id: string; readonly title: string }): boolean =>
    `${id} ${title}`.toLowerCase().includes(text.toLowerCase());
  const [inside, outside] = [selected.filter(isMeant), omitted.filter(isMeant)];
  return html`<div>
    <input class="filter" type="search" aria-label="Find a page in this prompt" placeholder="Why is a page in or out? Type its name." value=${text} onInput=${typing(type)} />
    <h2>In (${selected.length})</h2>
    <ul class="reasons">${inside.map(
      ({
        id,
        title,
        fidelity,
        tokens,
        reason,
      }) => html`<li key=${id}><i class=${`piece ${fidelity}`}></i><a href=${`#/pages/${encodeURIComponent(id)}`}>${title}</a>
      <span class="why">${whyIn[reason] ?? reason}${more.has(id) ? `; ${more.get(id)?.fidelity} would cost ${more.get(id)?.more} more` : ""}</span><span class="amount">${fidelity}</span><span class="amount">${tokens}</span></li>`,
    )}</ul>
    <h2>Out (${omitted.length + omittedMore})</h2>
    <ul class="reasons">${outside.map(({ id, title, reason }) => html`<li key=${id}><i class="piece free"></i><a href=${`#/pages/${encodeURIComponent(id)}`}>${title}</a><span class="why">${whyOut[reason] ?? reason}</span></li>`)}</ul>
    ${omittedMore > 0 ? html`<p class="dim">${quantity(omittedMore, "page")} more did not fit.</p>` : null}
  </div>` as VNode;
}

function Loaded({ loaded, unit, profile }: NowAnswer): Drawn {
  if (loaded.length === 0) return null;
  return html`<div><h2>What the harness loads by itself</h2><p class="dim">As ${profile} reads the memory's own files, beside the prompt above.</p>
    <ul class="reasons">${loaded.map(({ path, size, loaded: of }) => html`<li key=${path}><span>${path}</span><span class="why">${of < size ? `cut: ${of} of ${size} ${unit}` : "whole"}</span><span class="amount">${size} ${unit}</span></li>`)}</ul></div>` as VNode;
}

// Time: what happened, the newest first.

const kinds: Readonly<Record<string, string>> = {
  commit: "Commits",
  night: "Nights",
  fault: "Faults",
  prompt: "Prompts",
  recall: "Recalls",
  boundary: "Boundaries",
};

export function Time(): Drawn {
  const answer = useView<TimeAnswer>("time");
  const [hidden, hide] = useState<ReadonlySet<string>>(new Set());
  const toggle = (kind: string): void => hide(toggled(hidden, kind));
  return html`<section class="single" aria-label="Time line"><h1>Time line</h1>
    <div class="chips" role="group" aria-label="What is shown">${Object.entries(kinds).map(([kind, label]) => html`<button type="button" class="chip" aria-pressed=${!hidden.has(kind)} onClick=${() => toggle(kind)}>${label}</button>`)}</div>
    ${drawAnswer(answer, ({ happenings }) => html`<${Days} happenings=${happenings.filter(({ kind }) => !hidden.has(kind))} />`)}
  </section>` as VNode;
}

function Days({ happenings }: { readonly happenings: readonly Happening[] }): Drawn {
  const days = useMemo(() => {
    const found = new Map<string, Happening[]>();
    for (const each of happenings)
      found.set(each.at.slice(0, 10), [...(found.get(each.at.slice(0, 10)) ?? []), each]);
    return [...found];
  }, [happenings]);
  if (days.length === 0) return html`<${Empty}>Nothing is on record.<//>` as VNode;
  return html`<div>${days.map(
    ([day, inside]) => html`<h2 key=${day}>${when(`${day}T12:00:00Z`).split(",")[0]}</h2>
    <ol class="time">${inside.map((each, at) => html`<${Moment} key=${`${each.at} ${each.title} ${at}`} moment=${each} />`)}</ol>`,
  )}</div>` as VNode;
}

function Moment({ moment }: { readonly moment: Happening }): Drawn {
  const { at, kind, title, says, hint, page, session, commit } = moment;
  const command = commandIn(hint);
  return html`<li class=${`moment ${kind}`}><span class="clock dim">${when(at).split(", ")[1] ?? ""}</span>
    <div><strong>${title}</strong> <span class="dim">${kind}</span><p>${says} ${hint === command ? "" : hint}</p>
    <p class="facts dim">${page === null ? null : html`<a href=${`#/pages/${encodeURIComponent(page)}`}>${page}</a>`}${session === null ? null : html`<span>session ${session}</span>`}${commit === null ? null : html`<code>${commit.slice(0, 8)}</code>`}</p>
    ${command === "" ? null : html`<${Line} line=${command} />`}</div></li>` as VNode;
}

/** What a hint offers to be typed: it stands in parentheses, or ends the hint behind a colon. */
function commandIn(hint: string): string {
  const found = /\((pagefile [^)]+)\)/.exec(hint)?.[1] ?? /(?:^|: )(pagefile [^:…]+?)(?: …)?\.?$/.exec(hint)?.[1];
  return found ?? "";
}

// Cost: tokens by session.

export function Cost(): Drawn {
  const answer = useView<CostAnswer>("cost");
  return html`<section class="single" aria-label="Cost"><h1>Cost</h1>
    <p class="dim">Tokens that sessions were given, as prompts and recalls were recorded on this machine. A block with other bytes than the one before is read anew, and no cache helps.</p>
    ${drawAnswer(answer, ({ sessions }) => (sessions.length === 0 ? html`<${Empty}>No session was given anything yet.<//>` : html`<${Sessions} sessions=${sessions} />`))}
  </section>` as VNode;
}

function Sessions({ sessions }: { readonly sessions: readonly SessionCost[] }): Drawn {
  const most = Math.max(1, ...sessions.map(({ tokens, recallTokens }) => tokens + recallTokens));
  return html`<div>${sessions.map(
    ({
      session,
      prompts,
      tokens,
      most: dearest,
      last,
      broken,
      recalls,
      recallTokens,
    }) => html`<article class="card" key=${session}>
    <header><div class="what"><strong>${session === "" ? "Outside of any session" : `Session ${session}`}</strong></div></header>
    <div class="bar thin" role="img" aria-label=${`${tokens + recallTokens} tokens`}><span class="piece full" style=${{ flexGrow: tokens }}></span><span class="piece structured" style=${{ flexGrow: recallTokens }}></span><span class="piece free" style=${{ flexGrow: most - tokens - recallTokens }}></span></div>
    <p class="facts"><span>${quantity(tokens, "token")} in ${quantity(prompts, "prompt")}</span><span>at most ${dearest.toLocaleString("en-US")} in one</span><span>${quantity(recallTokens, "token")} in ${quantity(recalls, "recall")}</span><span class="dim">${when(last)}</span></p>
    ${session === "" || isStill ? null : html`<${Bill} session=${session} />`}
    ${broken.length === 0 ? html`<p class="dim">No block was sent anew.</p>` : html`<ul class="plain">${broken.map(({ cause, times, tokens: lost }) => html`<li>${cause}: ${quantity(times, "block")} sent anew, ${quantity(lost, "token")}</li>`)}</ul>`}
  </article>`,
  )}</div>` as VNode;
}

/** What the provider counted, from the harness's own record: read when somebody asks, because such files are long. */
function Bill({ session }: { readonly session: string }): Drawn {
  const [answer, got] = useState<Answer<BillAnswer> | null | "asked">(null);
  const ask = (): void => {
    got("asked");
    void read<BillAnswer>("bill", { session }).then(got);
  };
  if (answer === null)
    return html`<div class="actions"><button type="button" class="small" onClick=${ask}>What did the whole session cost?</button></div>` as VNode;
  if (answer === "asked") return html`<p class="dim" role="status">Reading what the harness wrote…</p>` as VNode;
  return html`<div>${drawAnswer(answer, (value) => html`<${Billed} ...${value} />`)}</div>` as VNode;
}

function Billed({
  file,
  harness,
  models,
  calls,
  read: cached,
  fresh,
  output,
  dollars,
  causes: why,
  memory,
}: BillAnswer): Drawn {
  const row = (what: string, tokens: number, cost: number, kind = ""): ComponentChildren =>
    html`<tr class=${kind}><th scope="row">${what}</th><td>${tokens.toLocaleString("en-US")}</td><td>$${cost.toFixed(cost < 1 ? 3 : 2)}</td></tr>`;
  return html`<div>
    <p class="dim">${harness}, ${models.join(", ")}: ${quantity(calls, "call")}, at list prices.</p>
    <table class="bill"><thead><tr><th scope="col">Tokens</th><th scope="col"></th><th scope="col"></th></tr></thead><tbody>
      ${row("read from a cache", cached, dollars.read)}
      ${row("written or taken anew", fresh, dollars.fresh)}
      ${why.map(({ cause, tokens, dollars: cost }) => row(cause, tokens, cost, "part"))}
      ${row("answers", output, dollars.output)}
      ${row(`of the input, memory: ${quantity(memory.blocks, "block")}`, memory.sent, memory.dollars, "dim")}
    </tbody></table>
    <${Line} line=${`pagefile cost '${file.replaceAll("'", "'\\''")}'`} />
  </div>` as VNode;
}
