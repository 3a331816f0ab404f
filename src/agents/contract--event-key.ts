/** EventKey: one name for an event, so that the same one told again is known. */

import { shortDigest } from "../base/digest--digest.js";
import type { HarnessEvent } from "./contract.js";

/** A turn may be prolonged more than once, so that the length of the transcript counts for its end even where the turn has a name. */
export function eventKey(name: string, bytes: Uint8Array, { id, moment }: HarnessEvent, length: number): string {
  const told = id ?? shortDigest(Buffer.from(bytes).toString("latin1"), 16);
  const at = id === null || moment.kind === "stop" ? length : 0;
  return shortDigest([name, told, at, JSON.stringify(moment)].join("\n"), 24);
}
