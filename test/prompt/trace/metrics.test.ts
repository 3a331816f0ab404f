/** Metrics: one help and one type a family, and labels that no text can break out of. */

import { expect, test } from "vitest";
import { printMetrics } from "../../../src/prompt/trace/read.js";

test("prints families as scrapers read them, and escapes what would end a line or a label", () => {
  const text = printMetrics([
    {
      name: "pagefile_faults_total",
      help: "Faults \\ by\nkind.",
      type: "counter",
      samples: [
        { labels: { kind: "refetch" }, value: 3 },
        { labels: { kind: 'a"b\\c\nd' }, value: 0 },
      ],
    },
    { name: "pagefile_thrash_index", help: "Empty.", type: "gauge", samples: [] },
    { name: "plain", help: "No labels.", type: "gauge", samples: [{ labels: {}, value: 0.5 }] },
  ]);
  expect(text.split("\n")).toEqual([
    "# HELP pagefile_faults_total Faults \\\\ by\\nkind.",
    "# TYPE pagefile_faults_total counter",
    'pagefile_faults_total{kind="refetch"} 3',
    'pagefile_faults_total{kind="a\\"b\\\\c\\nd"} 0',
    "# HELP plain No labels.",
    "# TYPE plain gauge",
    "plain 0.5",
    "",
  ]);
});
