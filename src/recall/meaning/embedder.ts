/** EmbedderRequest: one request to an endpoint that speaks OpenAI's embeddings, tried again where that may help and there is time. */

import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf } from "../../state/fs-calls.js";
import { vectorsIn } from "./embedder--embedder-answer.js";
import { targetOf, textOf } from "./endpoint.js";

export interface EmbedEndpoint {
  /** Up to and without `/embeddings`: `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** null where the endpoint wants none. */
  readonly key: string | null;
  /** Asked of it where not null. */
  readonly dimensions: number | null;
}

export type EmbedReply =
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
export async function requestVectors(
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
