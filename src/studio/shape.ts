/**
 * Shape: what the server of the studio and its page say to each other, as types alone: the page runs in a browser, and shares no code with the
 * server. Every text in them is a text, never markup.
 */

/** One page of the table, as the tree and the search need it; what is as it mostly is, is left out on the way (`usual`). */
export interface PageLine {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly pin: string;
  readonly scope: string;
  readonly tier: string;
  readonly tags: readonly string[];
  /** `committed`, `edited`, `new`, `local` or `conflict`. */
  readonly state: string;
  /** A section of a gathering file has its name behind a `#`. */
  readonly section: boolean;
}

/** What a line of the table need not say: a memory of ten thousand pages is half as long to send. */
export type SentLine = Pick<PageLine, "id" | "title" | "type" | "path"> & Partial<PageLine>;

export interface Overview {
  /** The count of changes that it is of. */
  readonly generation: number;
  readonly name: string;
  readonly branch: string | null;
  /** What names this memory in a command line, with a blank behind it; empty where nothing has to. */
  readonly before: string;
  /** Why nothing can be changed here; null where a person can. */
  readonly readOnly: string | null;
  readonly pages: readonly SentLine[];
  readonly findings: readonly Remark[];
}

export interface Remark {
  readonly path: string;
  readonly says: string;
  readonly hint: string;
}

export interface EntryLine {
  readonly digest: string;
  readonly line: number;
  /** Markdown, whole. */
  readonly text: string;
}

export interface PageAnswer {
  readonly page: PageLine;
  /** The file as it stands on disk. */
  readonly source: string;
  /** Where its body begins in `source`. */
  readonly body: number;
  /** The blob that an edit is made on. */
  readonly oid: string;
  /** What `set` is given as its base. */
  readonly base: string;
  readonly origin: string;
  readonly version: number | null;
  /** Whether the person alone writes it, in an editor. */
  readonly writable: boolean;
  readonly fields: readonly { readonly key: string; readonly value: string }[];
  readonly entries: readonly EntryLine[];
  readonly tokens: Readonly<Record<string, number>>;
  readonly remarks: readonly Remark[];
}

export interface Commit {
  readonly commit: string;
  readonly when: string;
  readonly author: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly actor: string | null;
  readonly session: string | null;
  readonly evidence: readonly string[];
  readonly pages: readonly string[];
}

export interface HistoryAnswer {
  readonly commits: readonly Commit[];
}

export interface DiffAnswer {
  readonly files: readonly { readonly path: string; readonly patch: string }[];
}

export interface BlameAnswer {
  readonly entries: readonly {
    readonly digest: string;
    readonly line: number;
    readonly text: string;
    readonly commit: Commit | null;
    readonly moved: readonly string[];
  }[];
}

export interface HeardLine {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly session: string | null;
  readonly kind: string;
  readonly why: string;
  readonly text: string;
  /** Whether it is owed to a page, or was said once and may not last. */
  readonly lasting: boolean;
}

export interface RefusedLine {
  readonly id: string;
  readonly at: string;
  readonly reason: string;
  readonly says: string;
  readonly hint: string;
  /** What it wanted to write, in short. */
  readonly page: string;
  readonly text: string;
  readonly origin: string;
  readonly actor: string;
  /** A secret was blanked in it: it cannot be tried again. */
  readonly redacted: boolean;
}

export interface ConflictLine {
  readonly page: string;
  readonly kind: string;
  readonly name: string;
  readonly sides: readonly { readonly side: string; readonly text: string }[];
}

export interface ProposalLine {
  readonly n: number;
  /** `leave` a page, or `keep` from a log. */
  readonly verb: "leave" | "keep";
  readonly page: string;
  readonly text: string;
  readonly why: string;
}

export interface InboxAnswer {
  readonly heard: readonly HeardLine[];
  readonly refused: readonly RefusedLine[];
  readonly conflicts: readonly ConflictLine[];
  readonly proposals: readonly ProposalLine[];
  /** How many statements are held back: a file that is given away holds none of them. */
  readonly withheld: number;
}

export interface TonightAnswer {
  readonly commits: readonly {
    readonly subject: string;
    readonly files: readonly {
      readonly path: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }[];
  }[];
}

export interface PromptPage {
  readonly id: string;
  readonly title: string;
  readonly fidelity: string;
  readonly tokens: number;
  readonly reason: string;
}

export interface PromptRecord {
  readonly trace: string;
  readonly at: string;
  readonly session: string | null;
  readonly turn: number | null;
  readonly budget: number;
  readonly used: number;
  readonly policy: string;
  readonly selected: readonly PromptPage[];
  readonly omitted: readonly { readonly id: string; readonly title: string; readonly reason: string }[];
  readonly omittedMore: number;
  readonly refused: readonly { readonly id: string; readonly fidelity: string; readonly more: number }[];
  /** What happened to the session since the turn before. */
  readonly events: readonly { readonly event: string; readonly loses: boolean }[];
  readonly faults: readonly { readonly kind: string; readonly says: string; readonly hint: string }[];
  /** Digest of the text: another one is another prefix for a cache. */
  readonly text: string;
  /** What was asked of the memory behind it, by later prompts of the session or by its agent, and the pages that answered. */
  readonly asked: readonly AskedLine[];
}

export interface AskedLine {
  readonly at: string;
  readonly query: string;
  readonly status: string;
  readonly pages: readonly { readonly id: string; readonly title: string }[];
}

export interface NowAnswer {
  /** Newest first. */
  readonly prompts: readonly PromptRecord[];
  readonly loaded: readonly { readonly path: string; readonly size: number; readonly loaded: number }[];
  readonly unit: string;
  readonly profile: string;
}

export interface RecallAnswer {
  readonly reason: string;
  readonly hint: string;
  readonly tokens: number;
  readonly confidence: Readonly<Record<string, number>>;
  readonly intent: string;
  readonly pages: readonly {
    readonly id: string;
    readonly title: string;
    readonly score: number;
    readonly snippet: string;
    readonly says: string;
    readonly parts: Readonly<Record<string, number>>;
    readonly boosts: readonly { readonly says: string; readonly factor: number }[];
  }[];
  readonly left: readonly { readonly id: string; readonly reason: string }[];
  /** What a prompt with these words would be given. */
  readonly given: readonly { readonly page: string | null; readonly text: string; readonly score: number }[];
}

export interface Happening {
  readonly at: string;
  /** `commit`, `night`, `fault`, `prompt`, `recall` or `boundary`. */
  readonly kind: string;
  readonly title: string;
  readonly says: string;
  readonly hint: string;
  readonly page: string | null;
  readonly session: string | null;
  readonly commit: string | null;
}

export interface TimeAnswer {
  readonly happenings: readonly Happening[];
}

export interface SessionCost {
  readonly session: string;
  readonly prompts: number;
  readonly tokens: number;
  readonly most: number;
  readonly last: string;
  /** Blocks that were sent anew because their text was another: by what came before. */
  readonly broken: readonly { readonly cause: string; readonly times: number; readonly tokens: number }[];
  readonly recalls: number;
  readonly recallTokens: number;
}

export interface CostAnswer {
  readonly sessions: readonly SessionCost[];
}

/** What the provider counted of a session, as its harness wrote it down. Tokens, and dollars at list prices. */
export interface BillAnswer {
  readonly file: string;
  readonly harness: string;
  readonly models: readonly string[];
  readonly calls: number;
  readonly read: number;
  readonly fresh: number;
  readonly output: number;
  readonly dollars: { readonly read: number; readonly fresh: number; readonly output: number };
  /** Why it was written or taken anew, in words. */
  readonly causes: readonly { readonly cause: string; readonly tokens: number; readonly dollars: number }[];
  readonly memory: { readonly blocks: number; readonly sent: number; readonly dollars: number };
}

/** A wish of the person, and its words by name. */
export interface Act {
  readonly act: string;
  readonly words: Readonly<Record<string, string>>;
}

export interface ActAnswer {
  readonly ok: boolean;
  /** What a person would type. */
  readonly line: string;
  readonly says: string;
  readonly hint: string;
  readonly reason: string | null;
  readonly commit: string | null;
}

/** A view's answer, or why there is none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly says: string; readonly hint: string };
