/** WireGiven: the bytes of a file that a person names on the command line. */

import { readGiven } from "../state/plain-file.js";

/** Of a file longer than `bytesMax` one byte more. Throws system errors. */
export function givenBytes(path: string, bytesMax: number): Uint8Array {
  return readGiven(path, bytesMax);
}
