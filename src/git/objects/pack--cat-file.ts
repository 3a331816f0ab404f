/** Cat-file: one long-lived `git cat-file --batch`, asked for the objects that are not loose. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import type { Git, GitChild } from "../process.js";
import type { GitObject } from "./loose.js";

export interface CatFile {
  /** null where the repository has no such object. Requests are pipelined and answered in order. */
  read(oid: Oid): Promise<Outcome<GitObject | null>>;
  close(): Promise<void>;
}

interface Request {
  readonly oid: Oid;
  readonly answer: (result: Outcome<GitObject | null>) => void;
  /** How many children were asked; the second death in a row is reported. */
  tries: number;
}

const triesMax = 2;

/** The child starts with the first request and starts anew when it dies; it never keeps this process alive by itself. */
export function openCatFile(git: Git): CatFile {
  let session: Session | null = null;
  let closed = false;
  const ask = (requests: readonly Request[]): void => {
    const live = requests.filter((request) => {
      if (!closed && request.tries < triesMax) return true;
      request.answer(
        gitFailed("The git cat-file process ended before it answered.", "Run `git fsck` to see what is damaged."),
      );
      return false;
    });
    if (live.length === 0) return;
    if (session === null) {
      const child = git.start(["cat-file", "--batch"]);
      if (!child.ok) {
        for (const request of live) request.answer(child);
        return;
      }
      session = startSession(child.value, (left) => {
        session = null;
        ask(left);
      });
    }
    for (const request of live) session.ask(request);
  };
  return {
    read: (oid) => new Promise((answer) => ask([{ oid, answer, tries: 0 }])),
    async close() {
      closed = true;
      await session?.end();
    },
  };
}

interface Session {
  ask(request: Request): void;
  end(): Promise<void>;
}

function startSession(child: GitChild, died: (left: readonly Request[]) => void): Session {
  const waiting: Request[] = [];
  const parser = makeParser((object) => {
    waiting.shift()?.answer(ok(object));
    if (waiting.length === 0) keepAlive(child, "unref");
  });
  const ended = new Promise<void>((resolve) => {
    let over = false;
    const end = (): void => {
      // A child that could not be started reports an error and then closes.
      if (over) return;
      over = true;
      died(waiting.splice(0));
      resolve();
    };
    child.once("close", end);
    child.once("error", end);
  });
  child.stdin.on("error", () => {});
  child.stdout.on("data", (chunk: Buffer) => {
    if (!parser(chunk)) child.kill();
  });
  keepAlive(child, "unref");
  return {
    ask(request) {
      request.tries += 1;
      if (waiting.length === 0) keepAlive(child, "ref");
      waiting.push(request);
      child.stdin.write(`${request.oid}\n`);
    },
    end() {
      keepAlive(child, "ref");
      child.stdin.end();
      return ended;
    },
  };
}

/** While an answer is awaited the process must stay; while none is, the child must not hold it. */
function keepAlive(child: GitChild, how: "ref" | "unref"): void {
  child[how]();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Record<typeof how, () => void>)[how]();
}

/** Reads `OID TYPE SIZE\n`, that many bytes and `\n`; or `OID missing\n`. False once the stream makes no sense. */
function makeParser(emit: (object: GitObject | null) => void): (chunk: Buffer) => boolean {
  let chunks: Buffer[] = [];
  let held = 0;
  let body: { readonly type: string; readonly size: number } | null = null;
  const gather = (): Buffer => {
    const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks = [whole];
    return whole;
  };
  const drop = (bytes: number): void => {
    chunks = [gather().subarray(bytes)];
    held -= bytes;
  };
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    for (;;) {
      if (body === null) {
        const whole = gather();
        const end = whole.indexOf(10);
        if (end < 0) return held < 4_096;
        const [, type, size] = whole.subarray(0, end).toString("latin1").split(" ");
        drop(end + 1);
        if (type === "missing") emit(null);
        else if (type !== undefined && /^\d+$/.test(size ?? "")) body = { type, size: Number(size) };
        else return false;
      } else {
        if (held < body.size + 1) return true;
        const bytes = Buffer.from(gather().subarray(0, body.size));
        drop(body.size + 1);
        emit({ type: body.type, bytes });
        body = null;
      }
    }
  };
}
