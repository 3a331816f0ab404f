/**
 * Page: one page: read entry by entry, as source in an editor, as fields, with its past and who brought what. An editor holds what was typed apart
 * from what the disk says: where both have changed, both are shown, and the person says which stands.
 */

import { html } from "htm/preact";
import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { BlameAnswer, Commit, DiffAnswer, EntryLine, HistoryAnswer, PageAnswer, PageLine } from "../shape.js";
import {
  changedLines,
  type Drawn,
  drawAnswer,
  Empty,
  Line,
  markdown,
  type PageAt,
  Patch,
  quantity,
  typing,
  useHeard,
  when,
} from "./parts.js";
import { act, draftOf, isStill, keepDraft, useView, type Whole } from "./store.js";

const tabs = ["read", "source", "fields", "history", "blame"] as const;
const labels: Readonly<Record<(typeof tabs)[number], string>> = {
  read: "Read",
  source: "Source",
  fields: "Fields",
  history: "History",
  blame: "Who and why",
};

interface Asked {
  readonly id: string;
  readonly tab: string;
  readonly overview: Whole;
}

/** What the tabs of a page are given. */
interface Tab {
  readonly answer: PageAnswer;
  readonly overview: Whole;
  readonly canWrite: boolean;
}

export function Page({ id, tab, overview }: Asked): Drawn {
  const answer = useView<PageAnswer>("page", { id });
  const at = tabs.find((each) => each === tab) ?? "read";
  const address = `#/pages/${encodeURIComponent(id)}`;
  // `e` opens the editor.
  const edit = (key: string): void => {
    if (key === "e") location.hash = `${address}/source`;
  };
  useHeard("studio-key", edit, [address]);
  return html`<article class="page">
    <a class="back" href="#/pages">← All pages</a>
    ${answer !== null && !answer.ok ? html`<h1>${id}</h1>` : null}
    ${drawAnswer(answer, (value) => {
      const given: Tab = { answer: value, overview, canWrite: overview.readOnly === null };
      return html`<${Head} ...${given} />
        <div class="tabs" role="group" aria-label="Views of the page">
          ${tabs.map((each) => html`<a key=${each} href=${each === "read" ? address : `${address}/${each}`} aria-current=${each === at ? "true" : null}>${labels[each]}</a>`)}
        </div>
        ${value.remarks.map(({ says, hint }) => html`<div class="note">${says} <span class="dim">${hint}</span></div>`)}
        ${at === "read" ? html`<${Read} ...${given} />` : null}
        ${at === "source" ? html`<${Source} key=${id} ...${given} />` : null}
        ${at === "fields" ? html`<${Fields} ...${given} />` : null}
        ${at === "history" ? html`<${Past} ...${given} />` : null}
        ${at === "blame" ? html`<${Blame} id=${id} />` : null}`;
    })}
  </article>` as VNode;
}

function Head({ answer, canWrite }: Tab): Drawn {
  const { page, tokens, version, origin, base } = answer;
  const full = tokens.full ?? Object.values(tokens).at(-1);
  const set = (key: string, value: string): void => void act("set", { page: page.id, key, value, base });
  return html`<header class="head">
    <h1>${page.title}</h1>
    <p class="dim facts">
      <span>${page.type.replaceAll("_", " ")}</span><span>${page.path}</span>
      ${version === null ? null : html`<span>version ${version}</span>`}
      <span>from ${origin}</span>${full === undefined ? null : html`<span>${quantity(full, "token")}</span>`}<${Marks} page=${page} />
    </p>
    ${page.tags.length === 0 ? null : html`<p class="tags">${page.tags.map((tag) => html`<span class="tag">${tag}</span>`)}</p>`}
    ${
      canWrite && !page.section
        ? html`<div class="actions">
          ${
            answer.writable
              ? html`<label>Pin <select aria-label="Pin" value=${page.pin} onChange=${(event: Event) => set("pin", (event.target as HTMLSelectElement).value)}>
            ${["none", "soft", "hard"].map((pin) => html`<option value=${pin} selected=${pin === page.pin}>${pin}</option>`)}</select></label>`
              : null
          }
          ${
            page.tier === "cold"
              ? html`<button type="button" onClick=${() => act("restore", { page: page.id })}>Bring back</button>`
              : html`<button type="button" onClick=${() => act("archive", { page: page.id })}>Archive</button>`
          }
        </div>`
        : null
    }
  </header>` as VNode;
}

/** What makes a page other than most. */
export function Marks({ page }: { readonly page: PageLine }): Drawn {
  return html`<span class="marks">
    ${page.pin === "none" ? null : html`<span class="mark pin">${page.pin} pin</span>`}
    ${page.tier === "cold" ? html`<span class="mark">archived</span>` : null}
    ${page.state === "committed" ? null : html`<span class=${`mark ${page.state}`}>${page.state}</span>`}
  </span>` as VNode;
}

/** Pages by id and by path, for links. */
function usePageAt({ pages }: Whole): PageAt {
  const known = useMemo(() => {
    const byName = new Map<string, string>();
    for (const { id, path, section } of pages) {
      byName.set(id, id);
      if (!section) byName.set(path, id);
    }
    return byName;
  }, [pages]);
  return (name) => known.get(name) ?? null;
}

// Read: the page as it reads, each entry with what can be done to it.

function Read({ answer, overview, canWrite }: Tab): Drawn {
  const pageAt = usePageAt(overview);
  const { source, body, entries, page } = answer;
  const pieces = useMemo(() => piecesOf(source, body, entries), [source, body, entries]);
  const canEdit = canWrite && answer.writable;
  return html`<div class="read">
    ${source === "" ? html`<${Empty}>Nothing of this page can be read now.<//>` : null}
    ${pieces.map((piece) =>
      typeof piece === "string"
        ? page.section
          ? null
          : html`<div class="between">${markdown(piece, pageAt)}</div>`
        : html`<${Entry} key=${`${piece.digest} ${piece.line}`} entry=${piece} answer=${answer} overview=${overview} pageAt=${pageAt} canEdit=${canEdit} />`,
    )}
    ${canEdit ? html`<${Append} page=${page.id} />` : null}
    ${canWrite && !answer.writable ? html`<p class="dim">This file is yours alone: the program never writes it. Edit it as source.</p>` : null}
  </div>` as VNode;
}

/** The body as entries and what stands between them. */
function piecesOf(source: string, body: number, entries: readonly EntryLine[]): readonly (string | EntryLine)[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  const pieces: (string | EntryLine)[] = [];
  let last = body;
  for (const entry of entries) {
    const start = starts[entry.line - 1] ?? last;
    const between = source.slice(last, Math.max(last, start));
    if (between.trim() !== "") pieces.push(between);
    pieces.push(entry);
    last = Math.max(last, start + entry.text.length);
  }
  const rest = source.slice(last);
  if (rest.trim() !== "") pieces.push(rest);
  return pieces;
}

interface EntryAsked {
  readonly entry: EntryLine;
  readonly answer: PageAnswer;
  readonly overview: Whole;
  readonly pageAt: PageAt;
  readonly canEdit: boolean;
}

type Doing = "edit" | "correct" | "move" | "rm" | "done" | null;

function Entry({ entry, answer, overview, pageAt, canEdit }: EntryAsked): Drawn {
  const [doing, does] = useState<Doing>(null);
  const close = (): void => does(null);
  const given = { entry, answer, overview, close };
  return html`<div class="entry">
    <div class="said">${markdown(entry.text, pageAt)}</div>
    ${
      canEdit
        ? html`<div class="entry-actions" role="group" aria-label="This entry">
          <button type="button" class="small" onClick=${() => does("edit")}>Edit</button>
          <button type="button" class="small" onClick=${() => does("correct")}>Correct</button>
          <button type="button" class="small" onClick=${() => does("done")}>Done</button>
          <button type="button" class="small" onClick=${() => does("move")}>Move</button>
          <button type="button" class="small" onClick=${() => does("rm")}>Remove</button>
        </div>`
        : null
    }
    ${doing === null ? null : html`<${EntryForm} key=${doing} doing=${doing} ...${given} />`}
  </div>` as VNode;
}

interface FormAsked extends Omit<EntryAsked, "pageAt" | "canEdit"> {
  readonly doing: Exclude<Doing, null>;
  readonly close: () => void;
}

const asks: Readonly<Record<Exclude<Doing, null>, string>> = {
  edit: "The entry, as Markdown. It takes the place of the one above.",
  correct: "What is right, on one line. The earlier words stay below it, with the day they were given up.",
  move: "The page that it goes to.",
  rm: "Why it goes. git keeps it, and Undo brings it back.",
  done: "Why it is done with. It goes to the archive.",
};
const verbs: Readonly<Record<Exclude<Doing, null>, string>> = {
  edit: "Save",
  correct: "Correct",
  move: "Move",
  rm: "Remove",
  done: "Done",
};

function EntryForm({ doing, entry, answer, overview, close }: FormAsked): Drawn {
  const [text, type] = useState(doing === "edit" ? entry.text : "");
  const [why, reason] = useState("");
  const page = answer.page.id;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const ended = await sendEntry(doing, { page, entry, answer, text, why });
    if (ended) close();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send(event);
  };
  const field = `entry-${entry.digest}-${entry.line}`;
  return html`<form class="form" onSubmit=${send} onKeyDown=${keys}>
    <label for=${field}>${asks[doing]}</label>
    ${
      doing === "edit" || doing === "correct"
        ? html`<textarea id=${field} rows=${Math.min(12, text.split("\n").length + 1)} value=${text} onInput=${typing(type)} ref=${focused}></textarea>`
        : html`<input id=${field} value=${text} list=${doing === "move" ? "all-pages" : undefined} onInput=${typing(type)} ref=${focused} />`
    }
    ${doing === "move" ? html`<datalist id="all-pages">${overview.pages.slice(0, 500).map(({ id }) => html`<option value=${id}></option>`)}</datalist>` : null}
    ${doing === "correct" ? html`<input aria-label="Why the earlier words were wrong" placeholder="Why (may be empty)" value=${why} onInput=${typing(reason)} />` : null}
    <div class="actions"><button type="submit" class="main-button">${verbs[doing]}</button><button type="button" onClick=${close}>Cancel</button></div>
  </form>` as VNode;
}

function focused(element: HTMLElement | null): void {
  if (element !== null && element.dataset.focused === undefined) {
    element.dataset.focused = "";
    element.focus();
  }
}

interface Sending {
  readonly page: string;
  readonly entry: EntryLine;
  readonly answer: PageAnswer;
  readonly text: string;
  readonly why: string;
}

async function sendEntry(doing: Exclude<Doing, null>, { page, entry, answer, text, why }: Sending): Promise<boolean> {
  const named = { page, entry: entry.digest };
  if (doing === "correct")
    return (await act("correct", { ...named, text: text.replace(/^[-*+]\s+/, ""), because: why })).ok;
  if (doing === "move") return (await act("mv", { ...named, to: text })).ok;
  if (doing === "rm" || doing === "done") return (await act(doing, { ...named, because: text })).ok;
  const { source, oid } = answer;
  const lines = source.split("\n").slice(0, entry.line - 1);
  const start = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (!source.startsWith(entry.text, start)) return false;
  const whole =
    source.slice(0, start) +
    text.trimEnd() +
    (entry.text.endsWith("\n") ? "\n" : "") +
    source.slice(start + entry.text.length);
  return (await act("save", { page, text: whole, oid })).ok;
}

function Append({ page }: { readonly page: string }): Drawn {
  const [text, type] = useState("");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() !== "" && (await act("append", { page, text })).ok) type("");
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send(event);
  };
  return html`<form class="form append" onSubmit=${send} onKeyDown=${keys}>
    <label for="append">Add an entry</label>
    <textarea id="append" rows="2" value=${text} onInput=${typing(type)}></textarea>
    <div class="actions"><button type="submit" class="main-button" disabled=${text.trim() === ""}>Add</button></div>
  </form>` as VNode;
}

// Source: the file itself, in an editor; what was typed stands apart from what the disk says.

interface Edited {
  readonly text: string;
  /** What the text was made from. */
  readonly oid: string;
  readonly from: string;
}

function Source({ answer, canWrite }: Tab): Drawn {
  const id = answer.page.id;
  const kept = draftOf(id);
  const [edited, edit] = useState<Edited | null>(() => (kept === null ? null : (JSON.parse(kept) as Edited)));
  const change = (next: Edited | null): void => {
    edit(next);
    keepDraft(id, next === null ? null : JSON.stringify(next));
  };
  const type = (text: string): void => {
    const { oid, from } = edited ?? { oid: answer.oid, from: answer.source };
    change(text === answer.source ? null : { text, oid, from });
  };
  const save = async (oid: string): Promise<void> => {
    if (edited === null) return;
    const ended = await act("save", { page: id, text: edited.text, oid });
    if (ended.ok) change(null);
  };
  const isOther = edited !== null && edited.oid !== answer.oid;
  const keys = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isOther) void save(answer.oid);
  };
  return html`<div class="source">
    ${
      isOther
        ? html`<div class="note bad" role="alert">
      <p><strong>The page was changed on disk while you were typing.</strong> Your text is below, and nothing of it is lost. This is what changed there:</p>
      ${changedLines(edited.from, answer.source)}
      <div class="actions">
        <button type="button" class="main-button" onClick=${() => save(answer.oid)}>Save mine over it</button>
        <button type="button" onClick=${() => change(null)}>Take what is on disk</button>
      </div></div>`
        : null
    }
    <textarea class="code" aria-label="Source of the page" spellcheck=${false} readOnly=${!canWrite} rows=${Math.min(40, Math.max(12, answer.source.split("\n").length + 2))}
      value=${edited?.text ?? answer.source} onInput=${typing(type)} onKeyDown=${keys}></textarea>
    ${
      canWrite
        ? html`<div class="actions">
      <button type="button" class="main-button" disabled=${edited === null || isOther} onClick=${() => save(answer.oid)}>Save</button>
      <button type="button" disabled=${edited === null} onClick=${() => change(null)}>Take back what I typed</button>
      <span class="dim">${edited === null ? "As it stands on disk." : "Not saved yet."}</span></div>`
        : null
    }
    <${Line} line=${`pagefile edit ${id}`} />
  </div>` as VNode;
}

// Fields: the frontmatter as a form; each key is saved by itself, on the version that was seen.

function Fields({ answer, canWrite }: Tab): Drawn {
  const { fields, page, base, writable } = answer;
  if (fields.length === 0)
    return html`<${Empty}>This page has no frontmatter: what it is follows from its place.<//>` as VNode;
  return html`<div class="fields">${fields.map(({ key, value }) => html`<${Field} key=${key} name=${key} value=${value} page=${page.id} base=${base} canEdit=${canWrite && writable && !page.section && !own.has(key)} />`)}</div>` as VNode;
}

/** The program writes these itself. */
const own: ReadonlySet<string> = new Set(["id", "version", "created", "updated"]);

interface FieldAsked {
  readonly name: string;
  readonly value: string;
  readonly page: string;
  readonly base: string;
  readonly canEdit: boolean;
}

function Field({ name, value, page, base, canEdit }: FieldAsked): Drawn {
  const [typed, type] = useState<string | null>(null);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (typed === null || typed === value) return;
    // What was a text stays one, whatever it looks like.
    const kind = /^(?:\[|\{|true$|false$|null$|-?\d)/.test(value) || name === "pin" ? "set" : "setText";
    if ((await act(kind, { page, key: name, value: typed, base })).ok) type(null);
  };
  return html`<form class="field" onSubmit=${send}>
    <label for=${`field-${name}`}>${name}</label>
    <input id=${`field-${name}`} value=${typed ?? value} readOnly=${!canEdit} onInput=${typing(type)} />
    <button type="submit" disabled=${typed === null || typed === value}>Set</button>
  </form>` as VNode;
}

// History: the commits of the page, each with what it changed, word by word.

function Past({ answer, canWrite }: Tab): Drawn {
  const id = answer.page.id;
  const found = useView<HistoryAnswer>("history", { id });
  const [open, show] = useState<string | null>(null);
  return html`<div class="history">
    ${answer.page.state === "edited" && !isStill ? html`<div class="past"><h3>By hand since, not committed</h3><${Changes} id=${id} commit=${null} /></div>` : null}
    ${drawAnswer(found, ({ commits }) =>
      commits.length === 0
        ? html`<${Empty}>No commit holds this page yet.<//>`
        : commits.map(
            (commit) => html`<div class="past" key=${commit.commit}>
        <button type="button" class="summary" aria-expanded=${open === commit.commit} onClick=${() => show(open === commit.commit ? null : commit.commit)}><strong>${commit.subject}</strong></button>
        <${Grounds} commit=${commit} />
        ${
          open === commit.commit
            ? html`<${Changes} id=${id} commit=${commit.commit} />
          ${canWrite ? html`<div class="actions"><button type="button" onClick=${() => act("revert", { commit: commit.commit })}>Take this commit back</button></div>` : null}`
            : null
        }
      </div>`,
          ),
    )}
    <${Line} line=${`pagefile log ${id}`} />
  </div>` as VNode;
}

/** Who, when and why. */
function Grounds({ commit }: { readonly commit: Commit }): Drawn {
  const { actor, author, when: at, reason, session, evidence, commit: oid } = commit;
  return html`<p class="dim facts"><span>${actor ?? author}</span><span>${when(at)}</span><span>${reason ?? "by hand"}</span>
    ${session === null ? null : html`<span>session ${session}</span>`}${evidence.length === 0 ? null : html`<span>on ${evidence.join(", ")}</span>`}<code>${oid.slice(0, 8)}</code></p>` as VNode;
}

function Changes({ id, commit }: { readonly id: string; readonly commit: string | null }): Drawn {
  const found = useView<DiffAnswer>("changes", commit === null ? { id } : { id, commit });
  return html`<div>${drawAnswer(
    found,
    ({ files }): ComponentChildren =>
      files.length === 0
        ? html`<p class="dim">It brought the whole page.</p>`
        : files.map(({ path, patch }) => html`<${Patch} key=${path} patch=${patch} />`),
  )}</div>` as VNode;
}

// Blame: who brought each entry, when, why, and on what evidence.

function Blame({ id }: { readonly id: string }): Drawn {
  const found = useView<BlameAnswer>("blame", { id });
  return html`<div class="blame">
    ${drawAnswer(found, ({ entries }) =>
      entries.length === 0
        ? html`<${Empty}>The page has no entries.<//>`
        : entries.map(
            ({ digest, line, text, commit, moved }) => html`<div class="past" key=${`${digest} ${line}`}>
        <div class="quote">${text}</div>
        ${commit === null ? html`<p class="dim">On disk only, not committed.</p>` : html`<${Grounds} commit=${commit} />`}
        ${moved.length === 0 ? null : html`<p class="dim">Moved here from ${moved.join(", ")}.</p>`}
      </div>`,
          ),
    )}
    <${Line} line=${`pagefile blame ${id}`} />
  </div>` as VNode;
}
