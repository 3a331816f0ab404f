/** Themes: what kind of change a surviving mutant is, and whether a survivor of that kind can do harm. */

import type { Judged } from "./mutate.js";

export interface Theme {
  readonly name: string;
  readonly says: string;
}

/** In the order in which they are told. */
export const themes: readonly Theme[] = [
  {
    name: "guard for the compiler",
    says: "harmless: an index or a key that is there by construction, and the compiler asks all the same.",
  },
  { name: "wording", says: "harmless to texts: only a sentence of a message or a hint changes." },
  {
    name: "failure passed on",
    says: "mostly harmless: a second check behind one that no text gets past; without a test it is only believed.",
  },
  { name: "length or emptiness", says: "mostly a short cut, which gives what the long way gives." },
  { name: "boundary", says: "worth a test where both sides of the bound can be met." },
  { name: "condition", says: "worth a test where a text exists that tells the two apart." },
  { name: "name", says: "worth a test: a key, a kind or a code." },
  { name: "regular expression", says: "worth a test where a text exists that tells the two apart." },
  { name: "call or arithmetic", says: "worth a test." },
  { name: "list, object or block", says: "worth a test." },
];

/** `original` is the text that the mutant takes the place of. */
export function themeOf({ mutatorName, replacement }: Judged, original: string): string {
  if (mutatorName === "StringLiteral") return original.trim().includes(" ") ? "wording" : "name";
  if (mutatorName === "OptionalChaining" || isAbsence(original)) return "guard for the compiler";
  if (mutatorName === "Regex") return "regular expression";
  if (mutatorName === "ObjectLiteral" && original.includes("says")) return "failure passed on";
  const isTest = ["ConditionalExpression", "EqualityOperator", "LogicalOperator", "BooleanLiteral"].includes(
    mutatorName,
  );
  if (!isTest) return structures.includes(mutatorName) ? "list, object or block" : "call or arithmetic";
  if (original.includes(".ok") || original.includes(".trouble")) return "failure passed on";
  if (original.includes(".length") || original.includes(".size")) return "length or emptiness";
  return mutatorName === "EqualityOperator" && !swapsEquality(replacement) ? "boundary" : "condition";
}

const structures = ["ArrayDeclaration", "ArrowFunction", "BlockStatement", "ObjectLiteral"];

/** A default for what is missing, or the question whether it is. */
function isAbsence(original: string): boolean {
  return ["?? ", "=== undefined", "!== undefined"].some((part) => original.includes(part)) && original.length < 80;
}

function swapsEquality(replacement: string): boolean {
  return replacement.includes("===") || replacement.includes("!==");
}
