/** Fake embeddings: an endpoint on this machine that speaks OpenAI's `/v1/embeddings`, knows a few synonyms, and misbehaves when told to. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Embedder } from "../../src/recall/meaning/embedder.js";

export interface FakeEmbeddings {
  /** Up to and without `/embeddings`. */
  readonly url: string;
  /** The texts of every request, in order. */
  readonly asked: string[][];
  readonly headers: IncomingMessage["headers"][];
  readonly bodies: Record<string, unknown>[];
  /** Answers in its stead where it gives true. */
  instead: ((texts: readonly string[], response: ServerResponse) => boolean) | null;
  size: number;
  close(): void;
}

const synonyms: Readonly<Record<string, string>> = {
  plane: "flight",
  flights: "flight",
  airline: "flight",
  window: "seat",
  aisle: "seat",
  blossom: "orchid",
  money: "invoice",
  invoices: "invoice",
  payment: "invoice",
  boat: "ferry",
};

/** A number for each of `size` places: how many of the text's meanings fall there. Length 1; a text without a word points at the first. */
export function meaningOf(text: string, size: number): Float32Array {
  const vector = new Float32Array(size);
  for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) {
    let hash = 7;
    for (const character of synonyms[word] ?? word) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
    vector[hash % size]! += 1;
  }
  const length = Math.hypot(...vector);
  if (length === 0) return vector.fill(1, 0, 1);
  return vector.map((number) => number / length);
}

export async function fakeEmbeddings(size = 256): Promise<FakeEmbeddings> {
  const fake: Omit<FakeEmbeddings, "url" | "close"> = {
    asked: [],
    headers: [],
    bodies: [],
    instead: null,
    size,
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
      const texts = body.input as string[];
      fake.asked.push(texts);
      fake.headers.push(request.headers);
      fake.bodies.push(body);
      if (fake.instead?.(texts, response) === true) return;
      response.end(answerFor(texts, fake.size));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** Last first: the numbers say which text is meant. */
export function answerFor(texts: readonly string[], size: number): string {
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: [...meaningOf(text, size)] }));
  return JSON.stringify({ object: "list", data: data.reverse(), model: "fake" });
}

/** The same without a wire, for what looks at flows alone; `seen` has every text. */
export function embedderInMemory(local: boolean, size = 256): Embedder & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    model: "in memory",
    dimensions: null,
    local,
    seen,
    async embed(texts) {
      seen.push(...texts);
      return { vectors: texts.map((text) => meaningOf(text, size)), failure: null };
    },
  };
}
