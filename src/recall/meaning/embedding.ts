/** Embedding: whether recall may ask a model how near texts are in meaning: the user's environment says so, never a repository alone. */

import { join } from "node:path";
import type { Failure } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import { service } from "../../memory/service.js";
import { type Embedder, isHere } from "./endpoint.js";
import type { Embedding, VectorStore } from "./vectors.js";

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
      const { embedOpenAi } = await import("./embedder.js");
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
