/** Labeled secrets: of 400 lines, as people write them, those that hold a credential are found and the others are let be. */
import { expect, test } from "vitest";
import { findSecrets } from "../../src/rules/secret-keys.js";
import { labeledLines } from "../support/secret-lines.js";

test.each([1, 2, 3])("at least 95 of 100 secrets are found whole, and what is found is one: seed %i", (seed) => {
  const lines = labeledLines(seed);
  expect(lines.length).toBe(400);
  const isFound = ({ line, secret }: (typeof lines)[number]): boolean => {
    const at = line.indexOf(secret ?? "");
    const end = at + (secret ?? "").length;
    return findSecrets(line).some((match) => match.start <= at && match.end >= end);
  };
  const holding = lines.filter(({ secret }) => secret !== null);
  const missed = holding.filter((line) => !isFound(line));
  const wrong = lines.filter(({ line, secret }) => secret === null && findSecrets(line).length > 0);
  const found = holding.length - missed.length;
  const [recall, precision] = [found / holding.length, found / (found + wrong.length)];
  console.log(`seed ${seed}: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`);
  const frames = [...missed, ...wrong].map(({ line, secret }) =>
    secret === null ? line : line.replace(secret, "@"),
  );
  expect(recall, frames.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(precision, frames.join("\n")).toBeGreaterThanOrEqual(0.98);
});
