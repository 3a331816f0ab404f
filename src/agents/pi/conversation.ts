/**
 * Conversation: where memory stands among the messages that pi sends to a model.
 *
 * pi asks before every call which messages go out, and forgets what was put in between them. The same has to be put in again each time, to the
 * byte and at the same place: a provider computes all anew that stands behind a change. So the block of pages stands before the first message,
 * and what answers a prompt stands directly before that prompt, so that the person's own words are the last ones said. Both stay there until
 * everything is taken out. pi tells no name of a message that a prompt becomes: it is known by its words in the first call that has it, and by
 * its time from then on, which pi keeps through compactions and forks.
 */

import { objectOf, objectsOf, textOf } from "../../base/json.js";

export interface Conversation {
  /** What it begins with; empty for nothing, and null where nobody began it. */
  readonly block: () => string | null;
  /** What stands before its messages goes on standing there. */
  readonly begin: (block: string) => void;
  readonly give: (given: Given) => void;
  /** Whether anything of memory stands in it, or will with the next call. */
  readonly holds: () => boolean;
  readonly clear: () => void;
  /** The messages of a call with all that stands between them; null where nothing does. */
  readonly placed: (messages: readonly unknown[]) => readonly unknown[] | null;
}

/** What answers one message of the person, told before that message is there. */
interface Given {
  readonly words: string;
  readonly text: string;
  /** `queued` goes out when pi gets to it, behind others; `next` is the newest message of the next call, whatever became of its words. */
  readonly when: "next" | "queued";
}

/** A message of the person. */
interface Spoken {
  readonly time: number;
  readonly words: string;
}

export function openConversation(): Conversation {
  let block: string | null = null;
  let waiting: readonly Given[] = [];
  const given = new Map<number, string>();
  const sent = new Set<number>();
  /** No message that went out before gets anything put before it. */
  const find = (spoken: readonly Spoken[]): void => {
    waiting = waiting.filter(({ words, text, when }) => {
      const fresh = spoken.filter(({ time }) => !sent.has(time) && !given.has(time));
      const found = fresh.findLast((each) => each.words === words) ?? (when === "next" ? fresh.at(-1) : undefined);
      if (found !== undefined) given.set(found.time, text);
      return found === undefined;
    });
    for (const { time } of spoken) sent.add(time);
  };
  return {
    block: () => block,
    begin(text) {
      block = text;
    },
    give(text) {
      waiting = [...waiting, text];
    },
    holds: () => block !== null || given.size > 0 || waiting.length > 0,
    clear() {
      block = null;
      waiting = [];
      given.clear();
    },
    placed(messages) {
      find(messages.map(spokenIn).filter((each) => each !== null));
      const front = block === null || block === "" ? [] : [asMessage(block)];
      const placed = new Set<number>();
      const all = messages.flatMap((message) => {
        const time = spokenIn(message)?.time;
        const text = time === undefined || placed.has(time) ? undefined : given.get(time);
        if (time === undefined || text === undefined) return [message];
        // Two messages of one moment have the same time.
        placed.add(time);
        return [asMessage(text), message];
      });
      if (front.length + placed.size === 0) return null;
      const start = all.findIndex((message) => objectOf(message)?.role !== "system");
      return start < 1 ? [...front, ...all] : [...all.slice(0, start), ...front, ...all.slice(start)];
    },
  };
}

function asMessage(text: string): object {
  return { role: "user", content: [{ type: "text", text }], timestamp: 0 };
}

function spokenIn(message: unknown): Spoken | null {
  const { role, content, timestamp } = objectOf(message) ?? {};
  if (role !== "user" || typeof timestamp !== "number") return null;
  const blocks = objectsOf(content).filter(({ type }) => type === "text");
  return { time: timestamp, words: textOf(content) ?? blocks.map(({ text }) => textOf(text) ?? "").join("\n") };
}
