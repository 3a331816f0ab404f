/**
 * Pages: the tree of all pages beside the one that is open, and a search that answers while it is typed; only the rows in sight are drawn. Beside
 * it the bench for questions, which shows why a recall finds what it finds.
 */

import { html } from "htm/preact";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Answer, PageAnswer, PageLine, RecallAnswer } from "../shape.js";
import { Marks, Page } from "./page.js";
import { type Drawn, drawAnswer, Empty, Line, quantity, toggled, typing, useHeard } from "./parts.js";
import { isStill, read, stillPages, type Whole } from "./store.js";

const rowPixels = 34;

type Row = { readonly folder: string; readonly count: number } | { readonly page: PageLine };

/** What is searched of each page, in small letters, made once. */
interface Sought {
  readonly page: PageLine;
  readonly title: string;
  readonly all: string;
}

function soughtIn(pages: readonly PageLine[]): readonly Sought[] {
  return pages.map((page) => ({
    page,
    title: page.title.toLowerCase(),
    all: `${page.title} ${page.id} ${page.path} ${page.tags.join(" ")} ${page.type} ${page.state}`.toLowerCase(),
  }));
}

/** Pages whose title begins so come first, then titles that hold it, then the rest; every word has to be there. */
function found(sought: readonly Sought[], text: string): readonly PageLine[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const [first, second, third]: [PageLine[], PageLine[], PageLine[]] = [[], [], []];
  const phrase = words.join(" ");
  for (const { page, title, all } of sought) {
    if (!words.every((word) => all.includes(word))) continue;
    (title.startsWith(phrase) ? first : title.includes(phrase) ? second : third).push(page);
  }
  return [...first, ...second, ...third];
}

/** Folders in order, each with its pages below it. */
function rowsOf(pages: readonly PageLine[], closed: ReadonlySet<string>): readonly Row[] {
  const folders = new Map<string, PageLine[]>();
  for (const page of pages) {
    const folder = page.path.split("/").slice(0, -1).join("/");
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [page]);
    else known.push(page);
  }
  const names = [...folders.keys()].sort();
  return names.flatMap((folder): Row[] => {
    const inside = folders.get(folder)!;
    const head: Row[] = folder === "" ? [] : [{ folder, count: inside.length }];
    return closed.has(folder) ? head : [...head, ...inside.map((page) => ({ page }))];
  });
}

interface Asked {
  readonly overview: Whole;
  readonly open: string | null;
  readonly tab: string;
}

export function Pages({ overview, open, tab }: Asked): Drawn {
  const [text, type] = useState("");
  const [closed, close] = useState<ReadonlySet<string>>(new Set());
  // Made when the first key is typed, and not before the first view.
  const sought = useMemo(() => (text === "" ? [] : soughtIn(overview.pages)), [overview, text === ""]);
  const matching = useMemo(() => (text === "" ? null : found(sought, text)), [sought, text]);
  const rows = useMemo(
    (): readonly Row[] => (matching === null ? rowsOf(overview.pages, closed) : matching.map((page) => ({ page }))),
    [overview, matching, closed],
  );
  const ids = useMemo(() => rows.flatMap((row) => ("page" in row ? [row.page.id] : [])), [rows]);
  // `j` and `k` open the next page and the one before.
  const step = (by: number): void => {
    const at = open === null ? -1 : ids.indexOf(open);
    const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))];
    if (next !== undefined) location.hash = `#/pages/${encodeURIComponent(next)}`;
  };
  useHeard("studio-step", step, [ids, open]);
  const toggle = (folder: string): void => close(toggled(closed, folder));
  const firstOf = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && ids[0] !== undefined) location.hash = `#/pages/${encodeURIComponent(ids[0])}`;
    if (event.key === "Escape") type("");
  };
  return html`<div class=${open === null ? "split" : "split opened"}>
    <nav class="side" aria-label="Pages">
      <input id="search" type="search" aria-label="Search pages" placeholder="Search pages  ( / )" value=${text} autocomplete="off" spellcheck=${false}
        onInput=${typing(type)} onKeyDown=${firstOf} />
      <p class="dim count" role="status">${matching === null ? quantity(overview.pages.length, "page") : `${matching.length} of ${quantity(overview.pages.length, "page")}`}</p>
      <${Rows} rows=${rows} open=${open} closed=${closed} toggle=${toggle} />
    </nav>
    <section class="main" aria-label="Page">
      ${open === null ? html`<${Welcome} overview=${overview} />` : html`<${Page} key=${open} id=${open} tab=${tab} overview=${overview} />`}
    </section>
  </div>` as VNode;
}

interface RowsAsked {
  readonly rows: readonly Row[];
  readonly open: string | null;
  readonly closed: ReadonlySet<string>;
  readonly toggle: (folder: string) => void;
}

function Rows({ rows, open, closed, toggle }: RowsAsked): Drawn {
  const box = useRef<HTMLDivElement>(null);
  const [top, scroll] = useState(0);
  const [height, measure] = useState(600);
  const look = (): void => measure(box.current?.clientHeight ?? 600);
  useLayoutEffect(look, []);
  useHeard("resize", look, []);
  useEffect(() => {
    const at = rows.findIndex((row) => "page" in row && row.page.id === open);
    const element = box.current;
    if (at < 0 || element === null) return;
    const pixels = at * rowPixels;
    if (pixels < element.scrollTop || pixels > element.scrollTop + element.clientHeight - rowPixels)
      element.scrollTop = Math.max(0, pixels - element.clientHeight / 2);
  }, [open, rows]);
  const first = Math.max(0, Math.floor(top / rowPixels) - 10);
  const shownRows = rows.slice(first, first + Math.ceil(height / rowPixels) + 20);
  return html`<div class="rows" ref=${box} tabindex="-1" onScroll=${(event: Event) => scroll((event.target as HTMLElement).scrollTop)}>
    <div class="tall" style=${{ height: `${rows.length * rowPixels}px` }}>
      ${shownRows.map((row, at) => {
        const style = { transform: `translateY(${(first + at) * rowPixels}px)` };
        if ("folder" in row)
          return html`<button type="button" key=${`f ${row.folder}`} class="row folder" style=${style} aria-expanded=${!closed.has(row.folder)} onClick=${() => toggle(row.folder)}>
            <span class="name">${row.folder}</span><span class="dim">${row.count}</span></button>`;
        const { page } = row;
        return html`<a key=${page.id} class=${page.section ? "row section" : "row"} style=${style} href=${`#/pages/${encodeURIComponent(page.id)}`} aria-current=${page.id === open ? "page" : null}>
          <span class="name">${page.title}</span><${Marks} page=${page} /></a>`;
      })}
    </div>
  </div>` as VNode;
}

function Welcome({ overview }: { readonly overview: Whole }): Drawn {
  const remarks = overview.findings.slice(0, 20);
  return html`<div class="welcome">
    <h1>${overview.name}</h1>
    <p class="dim">${quantity(overview.pages.length, "page")}${overview.branch === null ? "" : ` on ${overview.branch}`}. Choose one, or press <kbd>/</kbd> to search and <kbd>?</kbd> for all keys.</p>
    ${remarks.length === 0 ? null : html`<h2>Worth a look</h2>`}
    ${remarks.map(({ path, says, hint }) => html`<div class="note"><strong>${path}</strong> ${says} <span class="dim">${hint}</span></div>`)}
    ${overview.pages.length === 0 ? html`<${Empty}>There is no page yet. <code>pagefile remember "…"</code> makes the first.<//>` : null}
  </div>` as VNode;
}

// Recall: a bench for questions: what is found and by which parts of its score, what was cut and why, and what a prompt would be given.

export function Recall(): Drawn {
  const [text, type] = useState("");
  const [asked, ask] = useState("");
  const [answer, got] = useState<Answer<RecallAnswer> | null>(null);
  const send = (event: Event): void => {
    event.preventDefault();
    const question = text.trim();
    if (question === "") return;
    ask(question);
    got(null);
    if (isStill) got(foundIn(question));
    else void read<RecallAnswer>("recall", { q: question }).then(got);
  };
  return html`<section class="single" aria-label="Recall"><h1>Recall</h1>
    <form class="ask" onSubmit=${send}>
      <label for="question">${isStill ? "Words to look for in this file" : "A question, or what a person might type"}</label>
      <div class="row-of"><input id="question" type="search" value=${text} autocomplete="off" onInput=${typing(type)} /><button type="submit" class="main-button">Ask</button></div>
    </form>
    ${asked === "" ? html`<${Empty}>Ask something to see what the memory would answer, and why.<//>` : drawAnswer(answer, (value) => html`<${Found} answer=${value} asked=${asked} />`)}
  </section>` as VNode;
}

/** Without a server: pages that hold all of the words, and no score. */
function foundIn(question: string): Answer<RecallAnswer> {
  const words = question.toLowerCase().split(/\s+/);
  const pages = stillPages<PageAnswer>().filter(({ source }) =>
    words.every((word) => source.toLowerCase().includes(word)),
  );
  const rows = pages.slice(0, 20).map(({ page, source, body }) => ({
    ...{ id: page.id, title: page.title, score: 0, snippet: source.slice(body).trim().slice(0, 400) },
    ...{ says: "It holds all of the words.", parts: {}, boosts: [] },
  }));
  const reason = `${quantity(pages.length, "page")} hold all of the words. A file has no ranking.`;
  const nothing = { hint: "", tokens: 0, confidence: {}, intent: "", left: [], given: [] };
  return { ok: true, value: { ...nothing, reason, pages: rows } };
}

function Found({ answer, asked }: { readonly answer: RecallAnswer; readonly asked: string }): Drawn {
  const { reason, hint, confidence, intent, pages, left, given, tokens } = answer;
  const { overall, ...parts } = confidence;
  const best = Math.max(0.0001, ...pages.map(({ score }) => score));
  return html`<div>
    <p><strong>${reason}</strong> ${hint} ${intent === "" ? null : html`<span class="dim">Understood as: ${intent}.</span>`}</p>
    ${overall === undefined ? null : html`<p class="facts"><span>confidence <strong>${percent(overall)}</strong></span>${Object.entries(parts).map(([name, share]) => html`<span class="dim">${name} ${percent(share)}</span>`)}<span class="dim">${quantity(tokens, "token")}</span></p>`}
    ${isStill ? null : html`<h2>What a prompt with these words would be given</h2>`}
    ${isStill ? null : given.length === 0 ? html`<${Empty}>Nothing: no entry answers it well enough.<//>` : html`<ul class="reasons">${given.map(({ page, text, score }) => html`<li><span class="why">${text}</span><span class="amount">${page === null ? "heard, not kept yet" : html`<a href=${`#/pages/${encodeURIComponent(page)}`}>${page}</a>`}</span><span class="amount">${score.toFixed(2)}</span></li>`)}</ul>`}
    <h2>What is found</h2>
    ${
      pages.length === 0
        ? html`<${Empty}>Nothing.<//>`
        : pages.map(
            ({ id, title, score, snippet, says, parts: shares, boosts }) => html`<article class="card" key=${id}>
      <header><div class="what"><a href=${`#/pages/${encodeURIComponent(id)}`}><strong>${title}</strong></a></div>${score === 0 ? null : html`<span class="amount">${score.toFixed(3)}</span>`}</header>
      ${
        score === 0
          ? null
          : html`<div class="bar thin" role="img" aria-label=${Object.entries(shares)
              .map(([name, share]) => `${name} ${percent(share)}`)
              .join(", ")}>
        ${Object.entries(shares)
          .filter(([, share]) => share > 0)
          .map(
            ([name, share], at) =>
              html`<span class=${`piece part${at}`} style=${{ flexGrow: (share * score) / best }} title=${`${name} ${percent(share)}`}></span>`,
          )}<span class="piece free" style=${{ flexGrow: 1 - score / best }}></span></div>
      <p class="facts dim">${Object.entries(shares)
        .filter(([, share]) => share > 0)
        .map(
          ([name, share]) => html`<span>${name} ${percent(share)}</span>`,
        )}${boosts.map(({ says: why, factor }) => html`<span>× ${factor} ${why}</span>`)}</p>`
      }
      <div class="quote">${snippet}</div><p class="dim">${says}</p></article>`,
          )
    }
    ${left.length === 0 ? null : html`<details><summary>Found, and left out (${left.length})</summary><ul class="reasons">${left.map(({ id, reason: why }) => html`<li key=${id}><a href=${`#/pages/${encodeURIComponent(id)}`}>${id}</a><span class="why">${why.replaceAll("_", " ")}</span></li>`)}</ul></details>`}
    <${Line} line=${`pagefile recall '${asked.replaceAll("'", "'\\''")}' --explain`} />
  </div>` as VNode;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
