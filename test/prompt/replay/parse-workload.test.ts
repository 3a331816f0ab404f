/** ParseWorkloadTest: what a workload from anybody must be, and how what is wrong with one is named. */

import { describe, expect, it } from "vitest";
import { parseWorkload, workloadJsonSchema } from "../../../src/prompt/replay/parse.js";
import { generateFamily } from "../../eval/paper/generate/families.js";
import { page, turn, workload } from "./script.js";

const a = page("a", { signature: "read a" });
const demand = { page: "a" };

describe("parseWorkload", () => {
  it("gives back what it accepts, unchanged", () => {
    const what = generateFamily("multi_session", 1);
    expect(parseWorkload(JSON.parse(JSON.stringify(what)))).toEqual({ ok: true, value: what });
  });

  it.each<[string, unknown, string]>([
    ["nothing", null, "The workload: Invalid input"],
    ["another version", { ...workload([], []), workload: 2 }, "workload: Invalid input"],
    ["an unknown key", { ...workload([], []), budget: 1 }, 'The workload: Unrecognized key: "budget"'],
    [
      "an unknown key of a turn",
      workload([a], [{ ...turn(), tool: [] } as never]),
      'turns[0]: Unrecognized key: "tool"',
    ],
    [
      "an unknown fidelity",
      workload([{ ...a, tokens: { fully: 1 } } as never], []),
      "pages[0].tokens: Unrecognized key",
    ],
    ["half a token", workload([{ ...a, tokens: { full: 0.5 } }], []), "pages[0].tokens.full: "],
    ["fewer than no tokens", workload([{ ...a, tokens: { full: -1 } }], []), "pages[0].tokens.full: "],
    ["a dear recompute", workload([{ ...a, recomputeCost: 11 }], []), "pages[0].recomputeCost: "],
    ["an id that is none", workload([{ ...a, id: "A b" }], []), "pages[0].id: a page id is"],
    ["an id twice", workload([a, { ...a, signature: "other" }], []), "pages[1].id: “a” stands twice"],
    ["a result twice", workload([a, { ...a, id: "b" }], []), "pages[1].signature: another page holds"],
    [
      "no price",
      workload([{ ...a, tokens: {} }], []),
      "pages[0]: no fidelity it may take has a price; expected tokens for at least one of pointer, structured, compressed, full",
    ],
    [
      "a price below the minimum only",
      workload([{ ...a, minFidelity: "full", tokens: { pointer: 1 } }], []),
      "pages[0]: no fidelity",
    ],
    [
      "a minimum below that of the type",
      workload([{ ...a, type: "constraint", minFidelity: "pointer" }], []),
      "pages[0]: a constraint may not degrade below structured",
    ],
    [
      "a demand for nobody",
      workload([a], [turn({ demands: [{ page: "b" }] })]),
      "turns[0].demands[0].page: there is no page “b”",
    ],
    ["news of nobody", workload([a], [turn({ dirty: ["a", "b"] })]), "turns[0].dirty[1]: there is no page “b”"],
    [
      "a write to nobody",
      workload([a], [turn({ writes: [{ page: "b", op: "merge" }] })]),
      "turns[0].writes[0].page: there is no page “b”",
    ],
    [
      "a demand too early",
      workload([{ ...a, from: 1 }], [turn({ demands: [demand] })]),
      "turns[0].demands[0].page: “a” comes into being in turn 1",
    ],
    [
      "a page of another session",
      workload([{ ...a, session: "x" }], [turn({ session: "y", demands: [demand] })]),
      "turns[0].demands[0].page: “a” belongs to session “x”",
    ],
    ["an unknown event", workload([a], [turn({ events: ["crash" as never] })]), "turns[0].events[0]: "],
    ["more budget than there is", { ...workload([], []), budgetScale: { lru: 1.1 } }, "budgetScale.lru: "],
  ])("refuses %s, and says where", (_, value, says) => {
    const parsed = parseWorkload(value);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error.says.slice(0, says.length)).toBe(says);
  });

  it("lets two sessions hold the result of one call, each its own", () => {
    const both = workload(
      [
        { ...a, session: "x" },
        { ...a, id: "b", session: "y" },
      ],
      [],
    );
    expect(parseWorkload(both).ok).toBe(true);
  });
});

describe("workloadJsonSchema", () => {
  it("is closed, and names what a workload must have", () => {
    const schema = workloadJsonSchema();
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
      required: ["workload", "name", "family", "seed", "pages", "turns"],
    });
    expect(JSON.stringify(schema)).toContain('"enum":["compaction","reset"]');
  });
});
