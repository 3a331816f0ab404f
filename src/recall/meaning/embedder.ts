/**
 * Embedder: the model that tells recall how near texts are in meaning. Whether it may be asked is for the user's environment to say, never for a
 * repository alone.
 *
 * A request goes to the host that the environment names and speaks OpenAI's embeddings. It is sent in batches, tried again where that may help,
 * and a batch that is refused is halved until it is known which text it is. What comes back are vectors of length 1.
 */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { parseLine } from "../../base/json.js";
import type { Failure } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import { service } from "../../memory/service.js";
import { errnoOf } from "../../state/fs-calls.js";
import type { VectorStore } from "./vectors.js";

/** What stands behind the vectors of one memory. */
export interface Embedding {
  readonly embedder: Embedder;
  /** Whether pages that are private, a session's or this machine's own may be shown to a model elsewhere. */
  readonly sendsPrivate: boolean;
  /** Loaded when first asked for. */
  readonly store: () => Promise<VectorStore>;
}

/** As much of a memory as says whether a model may be asked. */
interface Asking extends Pick<Memory, "config" | "place"> {
  readonly lasting?: Pick<Memory, "config">;
}

const noSize: Failure = {
  code: "usage",
  says: "PAGEFILE_EMBEDDER_DIMENSIONS is no whole number from 1 to 9999.",
  hint: "Unset it to leave the size of vectors to the model.",
};

/**
 * `PAGEFILE_EMBEDDER_URL` and `PAGEFILE_EMBEDDER_MODEL` together are the user's yes; `PAGEFILE_EMBEDDER_KEY` is sent to that host alone.
 * `PAGEFILE_EMBEDDER_PRIVATE=send` shows a host elsewhere what is private, too. Nothing is made, loaded or asked before a recall.
 */
export function embeddingFor({ config: own, lasting, place }: Asking): Embedding | undefined {
  const { env, state } = place;
  // Whether a model may be asked about a session's own pages is for the memory beside them to say.
  const config = lasting?.config ?? own;
  const { PAGEFILE_EMBEDDER_URL: url = "", PAGEFILE_EMBEDDER_MODEL: model = "" } = env;
  if (url === "" || model === "" || config.embedder === "off") return undefined;
  const { PAGEFILE_EMBEDDER_KEY: key = "", PAGEFILE_EMBEDDER_DIMENSIONS: size = "" } = env;
  const dimensions = /^[1-9]\d{0,3}$/.test(size) ? Number(size) : null;
  const embedder: Embedder = {
    model,
    dimensions,
    local: isHere(url),
    async embed(texts, bounds) {
      if (size !== "" && dimensions === null) return { vectors: texts.map(() => null), failure: noSize };
      return embedOpenAi({ url, model, key: key === "" ? null : key, dimensions }, texts, bounds);
    },
  };
  let opened: Promise<VectorStore> | null = null;
  const dir = join(state, "index-vectors");
  const openStore = async (): Promise<VectorStore> => {
    const { openVectorStore } = await import("./vectors.js");
    const { embeddedVersion } = await import("../chunk.js");
    return openVectorStore({ dir, model, dimensions, version: `${embeddedVersion}-${config.profile}` });
  };
  return {
    embedder,
    sendsPrivate: env.PAGEFILE_EMBEDDER_PRIVATE === "send",
    store() {
      opened ??= openStore();
      return opened;
    },
  };
}

/** What tells how near texts are in meaning; undefined where no model is set up, and recall goes by words alone. */
export const embeddingOf: (memory: Memory) => Embedding | undefined = service(
  (memory: Memory) => embeddingFor(memory),
  "own",
);

// OpenAiEndpoint: where a request goes that the user's environment names a host for, and how much of an answer is read.

/** `path` follows what the user gave: `/embeddings`. https anywhere; plain http only where it does not leave this machine; else null. */
export function targetOf(url: string, path: string): string | null {
  if (!URL.canParse(url)) return null;
  const target = new URL(url);
  const { protocol, username, password } = target;
  if (username !== "" || password !== "") return null;
  if (protocol !== "https:" && !(protocol === "http:" && isHere(url))) return null;
  target.pathname = `${target.pathname.replace(/\/$/, "")}${path}`;
  return target.href;
}

/** Whether what is sent there stays on this machine. */
function isHere(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** null where it is longer than any answer has to be. */
export async function textOf(answer: Response, bytesMax: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

export interface EmbedBounds {
  /** Nothing is waited for beyond this. */
  readonly msMax: number;
  /** Texts a request, fewer where part of an answer is of use; absent, as many as endpoints are good for. */
  readonly batch?: number;
}

export interface Embedded {
  /** One a text: a vector of length 1; `refused` where the model took others and not this one; null where it did not come to it. */
  readonly vectors: readonly (Float32Array | "refused" | null)[];
  /** Why it ended early; null where it came to every text. */
  readonly failure: Failure | null;
}

export interface Embedder {
  /** As the endpoint knows it; holds no key. */
  readonly model: string;
  /** The numbers a vector was asked to have; null where that is the model's to say. */
  readonly dimensions: number | null;
  /** Whether what it is shown stays on this machine. */
  readonly local: boolean;
  /** Never fails as a whole: what was answered before something went wrong is given. */
  embed(texts: readonly string[], bounds: EmbedBounds): Promise<Embedded>;
}

// EmbedderRequest: one request to an endpoint that speaks OpenAI's embeddings, tried again where that may help and there is time.

interface EmbedEndpoint {
  /** Up to and without `/embeddings`: `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** null where the endpoint wants none. */
  readonly key: string | null;
  /** Asked of it where not null. */
  readonly dimensions: number | null;
}

type EmbedReply =
  | { readonly kind: "vectors"; readonly vectors: readonly Float32Array[] }
  /** It is there, and will not take these texts. */
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "failed"; readonly why: string };

const triesMax = 3;
const firstWaitMs = 250;
const answerBytesMax = 32 << 20;
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** 500 is what llama.cpp says of a text that is too long for it. */
const refusing: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** `deadline` is a reading of `performance.now()`. */
async function requestVectors(
  endpoint: EmbedEndpoint,
  texts: readonly string[],
  deadline: number,
): Promise<EmbedReply> {
  const target = targetOf(endpoint.url, "/embeddings");
  if (target === null) return failed("PAGEFILE_EMBEDDER_URL is no https:// address, nor http:// on this machine");
  for (let tried = 1; ; tried += 1) {
    const left = deadline - performance.now();
    if (left < 1) return late();
    const { reply, again } = await tryOnce(endpoint, target, texts, left);
    if (again === null || tried === triesMax) return reply;
    const wait = again.afterMs ?? firstWaitMs * 2 ** (tried - 1);
    if (performance.now() + wait >= deadline) return reply;
    await sleep(wait);
  }
}

interface Tried {
  readonly reply: EmbedReply;
  /** null where another try would end as this one did. */
  readonly again: { readonly afterMs: number | null } | null;
}

async function tryOnce(
  { model, key, dimensions }: EmbedEndpoint,
  target: string,
  texts: readonly string[],
  msMax: number,
): Promise<Tried> {
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: texts, ...(dimensions === null ? {} : { dimensions }) }),
      // Another host is not the one the user named.
      redirect: "error",
      signal: AbortSignal.timeout(Math.ceil(msMax)),
    });
    const { status } = answer;
    if (!answer.ok) {
      await answer.body?.cancel();
      const again = passing.has(status) ? { afterMs: afterMs(answer.headers.get("retry-after")) } : null;
      if (refusing.has(status)) return { reply: { kind: "refused", status }, again };
      return { reply: failed(`it answered with status ${status}`), again };
    }
    const text = await textOf(answer, answerBytesMax);
    const vectors = text === null ? null : vectorsIn(text, texts.length);
    if (vectors === null) return { reply: failed("its answer has not the form that was asked for"), again: null };
    const size = vectors[0]?.length ?? 0;
    if (dimensions !== null && size !== dimensions)
      return { reply: failed(`it gave ${size} numbers a text where ${dimensions} were asked for`), again: null };
    return { reply: { kind: "vectors", vectors }, again: null };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return { reply: late(), again: null };
    const reply = failed("it cannot be reached");
    return { reply, again: brokeOff(error) ? { afterMs: null } : null };
  }
}

/** A line that broke may hold the next time; a host that is not there, or sends elsewhere, will not be there in a second. */
function brokeOff(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return code === "UND_ERR_SOCKET" || errnoOf(cause) === "ECONNRESET" || errnoOf(cause) === "EPIPE";
}

/** Seconds or a date (RFC 9110, 10.2.3); null where the header says neither. */
function afterMs(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function late(): EmbedReply {
  return failed("it did not answer in time");
}

/** Nothing of what the endpoint said is repeated: it may say anything. */
function failed(why: string): EmbedReply {
  return { kind: "failed", why };
}

// EmbedderOpenAi: asks an endpoint for vectors, in batches, and halves a batch that it will not take until it is known which text it is.

const batchMax = 64;
const batchCharsMax = 96_000;
/** An endpoint that refused this often and took nothing refuses all. */
const refusalsMax = 8;

type Span = readonly [start: number, end: number];

export async function embedOpenAi(
  endpoint: EmbedEndpoint,
  texts: readonly string[],
  { msMax, batch = batchMax }: EmbedBounds,
): Promise<Embedded> {
  const deadline = performance.now() + msMax;
  const vectors: (Float32Array | null)[] = texts.map(() => null);
  const alone: number[] = [];
  let size: number | null = null;
  let refusals = 0;
  let why: string | null = null;
  const spans = [...batches(texts, Math.min(batch, batchMax))].reverse();
  for (let span = spans.pop(); span !== undefined && why === null; span = spans.pop()) {
    const [start, end] = span;
    const reply = await requestVectors(endpoint, texts.slice(start, end), deadline);
    if (reply.kind === "failed") why = reply.why;
    else if (reply.kind === "refused") {
      refusals += 1;
      if (size === null && (refusals === refusalsMax || texts.length === 1))
        why = `it answered with status ${reply.status}`;
      const middle = (start + end) >> 1;
      if (end - start === 1) alone.push(start);
      else spans.push([middle, end], [start, middle]);
    } else {
      const got = reply.vectors[0]?.length ?? 0;
      if (size !== null && got !== size) why = `it gave ${got} numbers for one text and ${size} for another`;
      else for (const [i, vector] of reply.vectors.entries()) vectors[start + i] = vector;
      size ??= got;
    }
  }
  // What is refused while others are taken is the text's fault, and will be refused again.
  if (size === null && alone.length > 0) why ??= "it took none of the texts";
  const refused = new Set(size === null ? [] : alone);
  return {
    vectors: vectors.map((vector, i) => (refused.has(i) ? "refused" : vector)),
    failure: why === null ? null : failure(why),
  };
}

function* batches(texts: readonly string[], count: number): Iterable<Span> {
  let start = 0;
  let chars = 0;
  for (const [i, text] of texts.entries()) {
    if (i > start && (i - start === count || chars + text.length > batchCharsMax)) {
      yield [start, i];
      start = i;
      chars = 0;
    }
    chars += text.length;
  }
  if (start < texts.length) yield [start, texts.length];
}

function failure(why: string): Failure {
  const hint = "Look at PAGEFILE_EMBEDDER_URL, _MODEL and _KEY, or unset them; then: pagefile index embed";
  return { code: "io_failed", errno: "EREMOTEIO", says: `The embedder was not of use: ${why}.`, hint };
}

// EmbedderAnswer: what an endpoint answered to `/embeddings`, as vectors of length 1, or null where it has not the form asked for.

const numbersMax = 8_192;

/** Made when it is first asked for: most recalls ask no model, and the library takes longer to start than they take. */
function answerShape() {
  const embedding = z.array(z.number()).min(1).max(numbersMax);
  return z.object({ data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding })) });
}

/** One vector for each of `count` texts, in their order and of one size. An endpoint that numbers none answers in order. */
function vectorsIn(text: string, count: number): readonly Float32Array[] | null {
  const read = answerShape().safeParse(parseLine(text));
  if (!read.success || read.data.data.length !== count) return null;
  const vectors: (Float32Array | undefined)[] = Array(count).fill(undefined);
  for (const [at, { index = at, embedding }] of read.data.data.entries()) {
    const vector = unit(embedding);
    if (vector === null || index >= count || vectors[index] !== undefined) return null;
    vectors[index] = vector;
  }
  const size = vectors[0]?.length;
  return vectors.every((vector) => vector !== undefined && vector.length === size)
    ? (vectors as Float32Array[])
    : null;
}

/** null where it points nowhere. */
function unit(numbers: readonly number[]): Float32Array | null {
  let squares = 0;
  for (const number of numbers) squares += number * number;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  return Float32Array.from(numbers, (number) => number / length);
}
