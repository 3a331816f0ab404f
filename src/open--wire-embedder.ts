/** WireEmbedder: whether recall may ask a model how near texts are in meaning: the user's environment says so, never a repository alone. */

import { join } from "node:path";
import type { Failure } from "./base/result.js";
import type { Config } from "./memory/config.js";
import type { Services } from "./memory/memory.js";
import { isHere } from "./recall/meaning/endpoint.js";
import type { Embedder } from "./recall/meaning/endpoint--embedder.js";
import type { VectorStore } from "./recall/meaning/vectors--vectors.js";

const noSize: Failure = {
  code: "usage",
  says: "PAGEFILE_EMBEDDER_DIMENSIONS is no whole number from 1 to 9999.",
  hint: "Unset it to leave the size of vectors to the model.",
};

/**
 * `PAGEFILE_EMBEDDER_URL` and `PAGEFILE_EMBEDDER_MODEL` together are the user's yes; `PAGEFILE_EMBEDDER_KEY` is sent to that host alone.
 * `PAGEFILE_EMBEDDER_PRIVATE=send` shows a host elsewhere what is private, too. `state` is the folder of what can be made anew; nothing
 * is made, loaded or asked before a recall.
 */
export function embeddingFor(config: Config, env: NodeJS.ProcessEnv, state: string): Pick<Services, "embedding"> {
  const { PAGEFILE_EMBEDDER_URL: url = "", PAGEFILE_EMBEDDER_MODEL: model = "" } = env;
  if (url === "" || model === "" || config.embedder === "off") return {};
  const { PAGEFILE_EMBEDDER_KEY: key = "", PAGEFILE_EMBEDDER_DIMENSIONS: size = "" } = env;
  const dimensions = /^[1-9]\d{0,3}$/.test(size) ? Number(size) : null;
  const embedder: Embedder = {
    model,
    dimensions,
    local: isHere(url),
    async embed(texts, bounds) {
      if (size !== "" && dimensions === null) return { vectors: texts.map(() => null), failure: noSize };
      const { embedOpenAi } = await import("./recall/meaning/embedder--embedder-openai.js");
      return embedOpenAi({ url, model, key: key === "" ? null : key, dimensions }, texts, bounds);
    },
  };
  let opened: Promise<VectorStore> | null = null;
  const dir = join(state, "index-vectors");
  const openStore = async (): Promise<VectorStore> => {
    const { openVectorStore } = await import("./recall/meaning/vectors.js");
    const { embeddedVersion } = await import("./recall/chunk--embedded-text.js");
    return openVectorStore({ dir, model, dimensions, version: `${embeddedVersion}-${config.profile}` });
  };
  return {
    embedding: {
      embedder,
      sendsPrivate: env.PAGEFILE_EMBEDDER_PRIVATE === "send",
      store() {
        opened ??= openStore();
        return opened;
      },
    },
  };
}
