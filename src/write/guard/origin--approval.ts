/** Approval: a person lets texts from outside stand in prompts: a commit that changes no file and says which. */

import { err, ok, type Result } from "../../base/result--result.js";
import { isPerson } from "../../memory/labels--actor.js";
import { itemLines } from "../../memory/labels--lines.js";
import type { PageEntry } from "../../memory/table--entry.js";
import type { Refusal } from "../../rules/reason.js";
import type { Validated } from "../change.js";
import type { PatchEnvelope } from "../patch.js";

/** `items` are those of the page that nobody approved yet; at least one. */
export function validateApproval(
  page: PageEntry,
  items: readonly string[],
  envelope: PatchEnvelope,
): Result<Validated, Refusal> {
  const denied = guardApprover(envelope.actor);
  if (denied !== null) return err(denied);
  return ok({
    targets: [{ op: "approve", id: page.id, path: page.path }],
    changes: [],
    reason: "APPROVE",
    subject: `approve: ${items.length} ${items.length === 1 ? "text" : "texts"} from outside (${page.id})`,
    envelope,
    approved: itemLines(items),
  } as unknown as Validated);
}

/** An approval is a person's act; null where it may be one. */
export function guardApprover(actor: string): Refusal | null {
  if (isPerson(actor)) return null;
  return {
    reason: "ORIGIN_DENIED",
    says: `“${actor}” is an agent; letting words of strangers into prompts is a person's decision.`,
    hint: "Ask the user to run the same command in a terminal of their own.",
  };
}
