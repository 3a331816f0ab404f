/** Pages: the tree of all pages beside the one that is open, and a search that answers while it is typed. Only the rows in sight are drawn. */

import { html } from "htm/preact";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageLine } from "../shape.js";
import { Page } from "./page.js";
import { type Drawn, Empty, Marks, quantity } from "./parts.js";
import type { Whole } from "./store.js";

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
  useSteps(ids, open);
  const toggle = (folder: string): void => {
    const next = new Set(closed);
    if (!next.delete(folder)) next.add(folder);
    close(next);
  };
  const firstOf = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && ids[0] !== undefined) location.hash = `#/pages/${encodeURIComponent(ids[0])}`;
    if (event.key === "Escape") type("");
  };
  return html`<div class=${open === null ? "split" : "split opened"}>
    <nav class="side" aria-label="Pages">
      <input id="search" type="search" aria-label="Search pages" placeholder="Search pages  ( / )" value=${text} autocomplete="off" spellcheck=${false}
        onInput=${(event: InputEvent) => type((event.target as HTMLInputElement).value)} onKeyDown=${firstOf} />
      <p class="dim count" role="status">${matching === null ? quantity(overview.pages.length, "page") : `${matching.length} of ${quantity(overview.pages.length, "page")}`}</p>
      <${Rows} rows=${rows} open=${open} closed=${closed} toggle=${toggle} />
    </nav>
    <section class="main" aria-label="Page">
      ${open === null ? html`<${Welcome} overview=${overview} />` : html`<${Page} key=${open} id=${open} tab=${tab} overview=${overview} />`}
    </section>
  </div>` as VNode;
}

/** `j` and `k` open the next page and the one before. */
function useSteps(ids: readonly string[], open: string | null): void {
  useLayoutEffect(() => {
    const step = (event: Event): void => {
      const by = (event as CustomEvent<number>).detail;
      const at = open === null ? -1 : ids.indexOf(open);
      const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))];
      if (next !== undefined) location.hash = `#/pages/${encodeURIComponent(next)}`;
    };
    addEventListener("studio-step", step);
    return () => removeEventListener("studio-step", step);
  }, [ids, open]);
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
  useLayoutEffect(() => {
    const look = (): void => measure(box.current?.clientHeight ?? 600);
    look();
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
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
