/** Assert: a claim in positive words; a broken one is a bug and throws. */

/** Thrown when the program, not its input, is wrong. */
export class Bug extends Error {
  override readonly name = "Bug";
}

export function assert(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new Bug(`This should hold: ${claim}`);
}

/** The end of an exhaustive switch: compiles only when every case was handled. */
export function unreachable(value: never): never {
  throw new Bug(`This case was not handled: ${JSON.stringify(value)}`);
}
