/** Script: a workload while it is being written, turn by turn. */

import type { Fidelity } from "../../../../src/page/page.js";
import type { Workload, WorkloadEvent, WorkloadPage, WorkloadTurn } from "../../../../src/prompt/replay/workload.js";

import type { Dice } from "./dice.js";
import { evidencePage } from "./stock.js";

export interface Script {
  readonly dice: Dice;
  readonly pages: WorkloadPage[];
  readonly turns: TurnDraft[];
}

type Items<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };
type TurnDraft = Items<Pick<WorkloadTurn, "session" | "events" | "demands" | "tools" | "dirty">>;

/** Begins the next turn. */
export function beginTurn(script: Script, events: readonly WorkloadEvent[], session?: string): TurnDraft {
  const turn: TurnDraft = { events: [...events], demands: [], tools: [], dirty: [] };
  if (session !== undefined) turn.session = session;
  script.turns.push(turn);
  return turn;
}

/** Demands a page once in this turn: what was asked for first counts. */
export function ask({ turns }: Script, page: string, fidelity?: Fidelity): void {
  const turn = turns.at(-1);
  if (turn === undefined || turn.demands.some((other) => other.page === page)) return;
  turn.demands.push(fidelity === undefined ? { page } : { page, fidelity });
}

/** Calls a tool and reads its result; the first call of a signature brings its page into being. Gives the page's id. */
export function call(script: Script, signature: string, fidelity: Fidelity, session?: string): string {
  const known = script.pages.find((page) => page.signature === signature);
  const id = known?.id ?? `evidence-${String(script.pages.length).padStart(3, "0")}`;
  if (known === undefined) {
    const page = evidencePage(script.dice, id, signature, script.turns.length - 1);
    script.pages.push(session === undefined ? page : { ...page, session });
  }
  script.turns.at(-1)?.tools.push(signature);
  ask(script, id, fidelity);
  return id;
}

export function finish(
  { pages, turns }: Script,
  head: { readonly name: string; readonly family: string; readonly seed: number },
): Workload {
  return { workload: 1, ...head, pages, turns };
}
