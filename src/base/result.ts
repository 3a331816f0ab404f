/**
 * Result: an expected failure is a value, and a bug throws.
 *
 * The folder holds what every other folder may use, is pure and knows nothing of pages: results, names that were parsed once (`ids.ts`), digests,
 * total orders, one spelling of JSON, and every bound (`limits.ts`). Read this file first, then `ids.ts` and `limits.ts`.
 *
 * `Failure` is a closed union, and `exitCodes` is a table over its codes. Each failure says what is and what to do.
 */

// Assert: a claim in positive words; a broken one is a bug and throws.

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

// Result: an expected failure is a value; a bug throws.

export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

// Brand: a primitive that only its own parser can make.

declare const brand: unique symbol;

/** `T` marked with the name `Name`; a plain `T` does not fit where a brand is asked for. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

// Failure: every expected error as a closed union, each code with its exit code.

export function usage(says: string, hint: string): Failure {
  return { code: "usage", says, hint };
}

/** What went wrong, in one sentence that says what is, what was expected, and one that says what to do. */
interface Explained {
  readonly says: string;
  readonly hint: string;
}

/** Of which nothing more than the words is to be known. */
type Plain = "findings" | "usage" | "not_a_repository" | "page_missing" | Passing | "git_failed" | "corrupt" | "bug";
/** Held by somebody else, or not there to be used. */
type Passing = "locked" | "unavailable";

export type Failure = Explained &
  (
    | { readonly code: Plain }
    | { readonly code: "refused" | "version_conflict" | "denied"; readonly reason: string }
    | { readonly code: "io_failed"; readonly errno: string }
  );

/** Process exit codes; a new failure does not compile until it has one. 70 and 74 follow sysexits(3). */
export const exitCodes: Readonly<Record<Failure["code"], number>> = {
  findings: 1,
  refused: 1,
  usage: 2,
  not_a_repository: 3,
  page_missing: 4,
  version_conflict: 5,
  locked: 6,
  unavailable: 6,
  denied: 7,
  git_failed: 8,
  corrupt: 9,
  bug: 70,
  io_failed: 74,
};

/** The outcome of anything that can fail in an expected way. */
export type Outcome<T> = Result<T, Failure>;

type ValueOf<R> = R extends { readonly ok: true; readonly value: infer T } ? T : never;
type ErrorOf<R> = R extends { readonly ok: false; readonly error: infer E } ? E : never;

/** What all of them hold, in their order; else the first failure. */
export function allOf<const R extends readonly Result<unknown, unknown>[]>(
  results: R,
): Result<{ -readonly [K in keyof R]: ValueOf<R[K]> }, ErrorOf<R[number]>> {
  const failed = results.find((each) => !each.ok);
  return (failed ?? ok(results.map((each) => (each.ok ? each.value : null)))) as never;
}

/** What `act` gives for each, one after the other; the first failure ends it. */
export async function eachOf<T, R>(
  items: Iterable<T>,
  act: (item: T) => Outcome<R> | Promise<Outcome<R>>,
): Promise<Outcome<readonly R[]>> {
  const all: R[] = [];
  for (const item of items) {
    const done = await act(item);
    if (!done.ok) return done;
    all.push(done.value);
  }
  return ok(all);
}

/** What a map has under a key, which is made where there is nothing yet. */
export function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Puts an item behind those that a map has under the same key. */
export function push<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  getOrMake(lists, key, () => []).push(item);
}

/** How often each comes. */
export function tally<K>(keys: Iterable<K>): Map<K, number> {
  const counts = new Map<K, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
