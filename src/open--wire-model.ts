/** WireModel: whether a model may word a night's statements, which the user's own environment says and never a repository alone. */

import type { Outcome } from "./base/result.js";
import type { Config } from "./memory/config.js";
import type { Services } from "./memory/memory.js";
import type { Proposal } from "./night/model--proposal.js";

/**
 * `PAGEFILE_SUMMARIZER_URL` and `PAGEFILE_SUMMARIZER_MODEL` together are the user's yes; `PAGEFILE_SUMMARIZER_KEY` is sent to that
 * host alone. Nothing is loaded, and no host is spoken with, before a night has something to ask.
 */
export function summarizerFor(config: Config, env: NodeJS.ProcessEnv): Pick<Services, "summarizer"> {
  const { PAGEFILE_SUMMARIZER_URL: url = "", PAGEFILE_SUMMARIZER_MODEL: model = "" } = env;
  if (url === "" || model === "" || config.summarizer === "off") return {};
  const key = env.PAGEFILE_SUMMARIZER_KEY ?? null;
  return {
    summarizer: {
      name: model,
      async propose(entries): Promise<Outcome<readonly Proposal[]>> {
        const { askOpenAi } = await import("./night/model.js");
        return askOpenAi({ url, model, key: key === "" ? null : key }, entries);
      },
    },
  };
}
