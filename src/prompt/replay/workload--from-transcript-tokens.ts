/** FromTranscriptTokens: what a tool's result costs at each fidelity, by the representations that the product itself would make of it. */

import { shortDigest } from "../../base/digest--digest.js";
import { limits } from "../../base/limits.js";
import type { ValueMap } from "../../page/decode--value.js";
import { schema } from "../../page/page.js";
import { type Fidelity, fidelities, type PageType } from "../../page/page--page.js";
import { represent } from "../../page/represent--represent.js";
import type { CountTokens } from "./workload.js";

type Tokens = Readonly<Partial<Record<Fidelity, number>>>;

/** A longer result is cut here first, as the compressed text of a page may not be longer than 2,000 characters anyway. */
const compressedFromCharsMax = 20_000;

/** Typed fields make the structured level; the text of the result makes the others. */
export function evidenceTokens(
  page: { readonly id: string; readonly title: string; readonly fields: ValueMap },
  result: string,
  count: CountTokens,
): Tokens {
  return tokensOf({ ...page, type: "evidence" }, result, count);
}

/** An instruction document states its rules as entries, so that its structured level is a line for each. */
export function constraintTokens(
  page: { readonly id: string; readonly title: string },
  text: string,
  count: CountTokens,
): Tokens {
  return tokensOf({ ...page, type: "constraint", fields: {} }, text, count);
}

function tokensOf(
  page: { readonly id: string; readonly title: string; readonly type: PageType; readonly fields: ValueMap },
  text: string,
  count: CountTokens,
): Tokens {
  const path = `${schema[page.type].folder}/${page.id}.md`;
  const source = { ...page, path, oid: shortDigest(text, 40), compressed: null, compressedOf: null };
  const made = represent(source, text.slice(0, compressedFromCharsMax));
  const texts: Readonly<Record<Fidelity, string>> = {
    ...made,
    compressed: made.compressed.slice(0, limits.compressedCharsMax),
    full: text,
  };
  const admitted = fidelities.filter((fidelity) => schema[page.type].degrades.includes(fidelity));
  return Object.fromEntries(admitted.map((fidelity) => [fidelity, count(texts[fidelity])]));
}
