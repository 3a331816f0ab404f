/**
 * Store: what the page knows: answers of the server by view, when to ask again, and what was done. In a file without a server the answers stand in
 * the file.
 */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActAnswer, Answer, Overview, PageLine } from "../shape.js";

type Query = Readonly<Record<string, string>>;

const embedded = document.getElementById("still")?.textContent ?? null;
const still = embedded === null ? null : (JSON.parse(embedded) as Readonly<Record<string, Answer<unknown>>>);

/** Whether this is a file, which no server stands behind. */
export const isStill = still !== null;

export async function read<T>(view: string, query: Query = {}): Promise<Answer<T>> {
  const search = new URLSearchParams(query).toString();
  const key = search === "" ? view : `${view}?${search}`;
  if (still !== null)
    return (
      (still[key] as Answer<T>) ?? {
        ok: false,
        says: "This file does not hold that.",
        hint: "Open the studio on the memory itself.",
      }
    );
  try {
    const response = await fetch(search === "" ? `api/${view}` : `api/${key}`);
    if (response.ok) return heard((await response.json()) as Answer<T>);
    return { ok: false, says: `The studio answered ${response.status}.`, hint: await response.text() };
  } catch {
    return { ok: false, says: "The studio does not answer.", hint: "Start it again: pagefile studio" };
  }
}

/** All pages whose text stands in the file. */
export function stillPages<T>(): readonly T[] {
  return Object.entries(still ?? {}).flatMap(([key, answer]) =>
    key.startsWith("page?") && answer.ok ? [answer.value as T] : [],
  );
}

// Generation: a count of changes on disk, as the stream of events tells it.

let generation = 0;
/** What the server said last; null before it said anything. */
let told: number | null = null;
let isOpen = isStill;
/** Told to all that show something. */
const changed = "studio-change";

function tell(): void {
  dispatchEvent(new Event(changed));
}

if (!isStill) {
  const events = new EventSource("events");
  events.onmessage = ({ data }) => {
    const now = Number(data);
    if (told !== null && now !== told) generation += 1;
    told = now;
    isOpen = true;
    tell();
  };
  events.onerror = () => {
    isOpen = false;
    tell();
  };
}

/** An answer from before a change that was told since is asked for again. */
function heard<T>(answer: Answer<T>): Answer<T> {
  const of = answer.ok ? (answer.value as { readonly generation?: number }).generation : undefined;
  if (of === undefined) return answer;
  if (told !== null && of < told) {
    generation += 1;
    setTimeout(tell, 0);
  } else told ??= of;
  return answer;
}

/** The count of changes, and whether the server is there. */
export function useGeneration(): { readonly generation: number; readonly isOpen: boolean } {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = (): void => redraw((n) => n + 1);
    addEventListener(changed, listener);
    return () => removeEventListener(changed, listener);
  }, []);
  return { generation, isOpen };
}

/** What is left out of a line is as it mostly is. */
const usual = { pin: "none", scope: "project", tier: "hot", tags: [], state: "committed", section: false } as const;

export interface Whole extends Omit<Overview, "pages"> {
  readonly pages: readonly PageLine[];
}

/** What names this memory in a command line. */
let before = "";

/** A command line as it is to be typed anywhere. */
export function typed(line: string): string {
  const start = `pagefile ${before}`;
  return line.startsWith(start) ? line : line.replace(/^pagefile /, () => start);
}

export function useOverview(): Answer<Whole> | null {
  const answer = useView<Overview>("overview");
  if (answer?.ok) before = answer.value.before;
  return useMemo(
    () =>
      answer?.ok
        ? { ok: true, value: { ...answer.value, pages: answer.value.pages.map((line) => ({ ...usual, ...line })) } }
        : answer,
    [answer],
  );
}

/** The answer of a view: the one before stays until the next is there; null while there is none. Nothing is asked where `query` is null. */
export function useView<T>(view: string, query: Query | null = {}): Answer<T> | null {
  const changes = useGeneration().generation;
  const key = query === null ? null : `${view}?${new URLSearchParams(query)}`;
  const [shown, show] = useState<{ readonly key: string; readonly answer: Answer<T> } | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    if (key === null || query === null) return;
    asked.current += 1;
    const mine = asked.current;
    void read<T>(view, query).then((answer) => {
      if (asked.current === mine) show({ key, answer });
    });
  }, [key, changes]);
  return shown !== null && shown.key === key ? shown.answer : null;
}

// Acts: what a person does, and how it ended.

export interface Deed {
  readonly n: number;
  readonly answer: ActAnswer;
}

let deeds: readonly Deed[] = [];
let count = 0;

export function useDeeds(): readonly Deed[] {
  useGeneration();
  return deeds;
}

export function dismiss(n: number): void {
  deeds = deeds.filter((deed) => deed.n !== n);
  tell();
}

export async function act(name: string, words: Query): Promise<ActAnswer> {
  const answer = await sent(name, words);
  count += 1;
  const n = count;
  deeds = [...deeds.slice(-2), { n, answer }];
  // What was done is read again at once; the notice of it comes a moment later.
  generation += 0.5;
  tell();
  // What went wrong stays until it was read.
  if (answer.ok) setTimeout(() => dismiss(n), 12_000);
  return answer;
}

async function sent(name: string, words: Query): Promise<ActAnswer> {
  const lost = {
    ok: false,
    line: "",
    hint: "Start it again: pagefile studio",
    reason: null,
    commit: null,
  };
  if (isStill) return { ...lost, says: "This is a file; it cannot change the memory." };
  try {
    const body = JSON.stringify({ act: name, words });
    const response = await fetch("act", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (response.ok) return (await response.json()) as ActAnswer;
    return { ...lost, says: `The studio answered ${response.status}.` };
  } catch {
    return { ...lost, says: "The studio does not answer, and nothing was done." };
  }
}

// Drafts: what was typed and is not saved, kept while the page is open and over a reload of it.

export function draftOf(key: string): string | null {
  try {
    return sessionStorage.getItem(`draft ${key}`);
  } catch {
    return null;
  }
}

export function keepDraft(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(`draft ${key}`);
    else sessionStorage.setItem(`draft ${key}`, text);
  } catch {
    // Full, or not allowed: the text is still in the field.
  }
}
