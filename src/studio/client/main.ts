/** Main: the page of the studio: its views by address, the keys that lead to them, and what was just done. */

import { html } from "htm/preact";
import { render, type VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { InboxAnswer } from "../shape.js";
import { Inbox } from "./inbox.js";
import { Pages, Recall } from "./pages.js";
import { type Drawn, drawAnswer, Line, useHeard } from "./parts.js";
import { Cost, Now, Time } from "./past.js";
import {
  act,
  type Deed,
  dismiss,
  isStill,
  useDeeds,
  useGeneration,
  useOverview,
  useView,
  type Whole,
} from "./store.js";

const views = [
  ["now", "Now"],
  ["pages", "Pages"],
  ["inbox", "Inbox"],
  ["recall", "Recall"],
  ["time", "Time line"],
  ["cost", "Cost"],
] as const;

interface Place {
  readonly view: string;
  readonly page: string | null;
  readonly tab: string;
}

/** `#/pages/ID/history`. */
function placeOf(hash: string): Place {
  const [view = "", page = "", tab = ""] = hash.replace(/^#\//, "").split("/");
  const known = views.find(([name]) => name === view)?.[0] ?? "pages";
  try {
    return { view: known, page: page === "" ? null : decodeURIComponent(page), tab };
  } catch {
    return { view: known, page: null, tab };
  }
}

function usePlace(): Place {
  const [place, go] = useState(() => placeOf(location.hash));
  useHeard("hashchange", () => go(placeOf(location.hash)), []);
  return place;
}

/** Keys are for the page, unless a field has them. */
function useKeys(toggleHelp: () => void): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const element = event.target as HTMLElement;
      if (event.key === "Escape") (document.activeElement as HTMLElement | null)?.blur();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && element.getAttribute("type") !== "checkbox") return;
      const isButton = /^(?:BUTTON|A|SUMMARY|INPUT)$/.test(element.tagName);
      const view = views[Number(event.key) - 1];
      if (view !== undefined) location.hash = `#/${view[0]}`;
      else if (event.key === "/") focusSearch();
      else if (event.key === "?") toggleHelp();
      else if (event.key === "j" || event.key === "ArrowDown") tell("studio-step", 1);
      else if (event.key === "k" || event.key === "ArrowUp") tell("studio-step", -1);
      else if (/^[aex]$/.test(event.key) || (event.key === " " && !isButton)) tell("studio-key", event.key);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [toggleHelp]);
}

/** Heard by the views (`useHeard`). */
function tell(name: "studio-step" | "studio-key", detail: number | string): void {
  dispatchEvent(new CustomEvent(name, { detail }));
}

function focusSearch(): void {
  if (placeOf(location.hash).view !== "recall") location.hash = "#/pages";
  setTimeout(() => document.querySelector<HTMLInputElement>("#search, #question")?.focus(), 0);
}

function App(): Drawn {
  const { view, page, tab } = usePlace();
  const overview = useOverview();
  const [helps, help] = useState(false);
  const toggle = useRef(() => help((is) => !is)).current;
  useKeys(toggle);
  const name = overview?.ok ? overview.value.name : "Pagefile";
  useEffect(() => {
    document.title = `${page ?? views.find(([each]) => each === view)?.[1] ?? ""} · ${name}`;
  }, [view, page, name]);
  return html`<a class="skip" href="#main" onClick=${(event: Event) => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  }}>Skip to the content</a>
    <${Top} view=${view} name=${name} isReady=${overview !== null} help=${toggle} />
    <main id="main" tabindex="-1">
      ${overview?.ok && overview.value.readOnly !== null ? html`<div class="note wide-note">${overview.value.readOnly}</div>` : null}
      ${drawAnswer(overview, (value) => html`<${View} overview=${value} view=${view} page=${page} tab=${tab} />`)}
    </main>
    <${Deeds} />
    ${helps ? html`<${Help} close=${toggle} />` : null}` as VNode;
}

function View({ overview, view, page, tab }: Place & { readonly overview: Whole }): Drawn {
  if (view === "now") return html`<${Now} />` as VNode;
  if (view === "inbox") return html`<${Inbox} overview=${overview} />` as VNode;
  if (view === "recall") return html`<${Recall} />` as VNode;
  if (view === "time") return html`<${Time} />` as VNode;
  if (view === "cost") return html`<${Cost} />` as VNode;
  return html`<${Pages} overview=${overview} open=${page} tab=${tab} />` as VNode;
}

function Top({
  view,
  name,
  isReady,
  help,
}: {
  readonly view: string;
  readonly name: string;
  /** Whether the first view is there: what waits is counted after it. */
  readonly isReady: boolean;
  readonly help: () => void;
}): Drawn {
  const { isOpen } = useGeneration();
  const inbox = useView<InboxAnswer>("inbox", isReady ? {} : null);
  const waiting = inbox?.ok
    ? inbox.value.heard.filter(({ lasting }) => lasting).length +
      inbox.value.refused.length +
      inbox.value.conflicts.length +
      inbox.value.proposals.length
    : 0;
  return html`<header class="top">
    <strong class="brand">${name}</strong>
    <nav aria-label="Views">${views.map(([each, label]) => html`<a key=${each} href=${`#/${each}`} aria-current=${each === view ? "page" : null}>${label}${each === "inbox" && waiting > 0 ? html` <span class="badge">${waiting}</span>` : null}</a>`)}</nav>
    <span class=${isOpen ? "live" : "live lost"} role="status">${isStill ? "a file" : isOpen ? "live" : "not connected"}</span>
    <button type="button" class="small" onClick=${help} aria-label="Keys">?</button>
  </header>` as VNode;
}

function Deeds(): Drawn {
  const deeds = useDeeds();
  return html`<div class="deeds" aria-live="polite">${deeds.map((deed) => html`<${Told} key=${deed.n} deed=${deed} />`)}</div>` as VNode;
}

function Told({ deed: { n, answer } }: { readonly deed: Deed }): Drawn {
  const undo = async (): Promise<void> => {
    dismiss(n);
    await act("revert", { commit: answer.commit ?? "" });
  };
  return html`<div class=${answer.ok ? "deed" : "deed bad"} role=${answer.ok ? null : "alert"}>
    <p><strong>${answer.says}</strong> ${answer.hint}${answer.reason === null ? null : html` <span class="mark bad">${answer.reason}</span>`}</p>
    <${Line} line=${answer.line} />
    <div class="actions">${answer.ok && answer.commit !== null ? html`<button type="button" class="small" onClick=${undo}>Undo</button>` : null}<button type="button" class="small" onClick=${() => dismiss(n)}>Close</button></div>
  </div>` as VNode;
}

const keys = [
  ["1 … 6", "the views"],
  ["/", "search"],
  ["j  k", "the next one, the one before"],
  ["e", "edit"],
  ["a", "take, keep, accept"],
  ["x", "refuse, settle"],
  ["space", "choose several"],
  ["Ctrl S", "save in the editor"],
  ["Ctrl Enter", "send a form"],
  ["Esc", "leave a field"],
  ["?", "this list"],
] as const;

function Help({ close }: { readonly close: () => void }): Drawn {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} aria-label="Keys" onClose=${close}>
    <h2>Keys</h2><dl class="keys">${keys.map(([key, says]) => html`<dt><kbd>${key}</kbd></dt><dd>${says}</dd>`)}</dl>
    <button type="button" class="main-button" onClick=${() => dialog.current?.close()}>Close</button></dialog>` as VNode;
}

render(html`<${App} />`, document.getElementById("app")!);
