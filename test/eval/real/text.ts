/** Text: a table a workspace and the sums of each half, for a person, and the same as rows for a program, with no word of the data. */

import type { Row } from "../../bench/bench.js";
import type { Share } from "./findings.js";
import type { Cost, Told } from "./real.js";

/** What has to hold over all judged entries and findings. */
const goals = [
  {
    name: "entries that must never leave and would",
    of: ({ judged }: Told) => judged?.never,
    holds: (part: number) => part === 0,
  },
  {
    name: "entries to promote that are proposed",
    of: ({ judged }: Told) => judged?.promote,
    holds: (part: number) => part >= 0.7,
  },
  { name: "noise that is proposed", of: ({ judged }: Told) => judged?.not, holds: (part: number) => part <= 0.05 },
  {
    name: "findings shown that are true",
    of: ({ findings }: Told) => findings.precision,
    holds: (part: number) => part >= 0.9,
  },
] as const;

export function tableOfOne(told: Told, seconds: number): string {
  const { reading, findings, night, judged } = told;
  const lines: readonly (readonly [string, string])[] = [
    [
      "notes",
      `${reading.read} of ${reading.notes} read${listed(reading.unread, "; not: ")}${listed(reading.apart, "; apart: ")}`,
    ],
    ["findings", `${findings.shown} shown, ${findings.notes} notes${listed(findings.byKind, ": ")}`],
    [
      "precision",
      findings.precision.of + findings.kept.of === 0
        ? "not judged"
        : `${share(findings.precision)} of those judged; ${share(findings.kept)} of the true ones shown`,
    ],
    [
      "night",
      `${night.leaving.length} lines leave MEMORY.md, ${night.coming.length} come in, ${night.waiting.length} wait, ${night.archived} logs archived, ${night.proposals} proposals`,
    ],
    [
      "judged",
      judged === undefined
        ? "not judged"
        : `never leave ${share(judged.never)} leave; promote ${share(judged.promote)}, ${judged.now.hit} at once; noise ${share(judged.not)}${told.stale > 0 ? `; ${told.stale} stale` : ""}`,
    ],
    ...told.prompts.map(({ budget, tokens, kinds, receiptLines }): readonly [string, string] => [
      `prompt ${budget}`,
      `${tokens} tokens${percents(kinds, tokens)}; receipt ${receiptLines} lines`,
    ]),
    ...told.costs.map((cost): readonly [string, string] => [cost.command, costText(cost, seconds)]),
    ...(judged?.wrong ?? [])
      .filter((each) => !each.startsWith("stays"))
      .map((each): readonly [string, string] => ["wrong", each]),
    ...findings.false.map((each): readonly [string, string] => ["false", each]),
  ];
  const head = `${told.group}/${told.workspace}  ${told.profile}${told.half === "" ? "" : `, ${told.half} half`}\n`;
  return head + lines.map(([name, text]) => `  ${name.padEnd(24)}${text}\n`).join("");
}

export function sumsOf(all: readonly Told[]): { readonly text: string; readonly missed: number } {
  const halves = [...new Set(all.map(({ half }) => half).filter((half) => half !== "")), "all"];
  let missed = 0;
  const lines = goals.flatMap(({ name, of, holds }) =>
    halves.map((half) => {
      const sum = added(all.filter((told) => half === "all" || told.half === half).map(of));
      const held = sum.of === 0 || holds(sum.hit / sum.of);
      if (half === "all" && !held) missed += 1;
      return `${held ? "held  " : "MISSED"} ${name.padEnd(42)}${half.padEnd(8)}${share(sum)}\n`;
    }),
  );
  return { text: lines.join(""), missed };
}

export function rowsOf(all: readonly Told[]): readonly Row[] {
  return all.flatMap((told) => {
    const row = (metric: string, ours: number, n = 1): Row => ({ case: told.workspace, metric, ours, n });
    const parts = (metric: string, part: Share | undefined): readonly Row[] =>
      part === undefined || part.of === 0 ? [] : [row(metric, part.hit, part.of)];
    return [
      row("notes read", told.reading.read, told.reading.notes),
      ...Object.entries(told.reading.unread).map(([why, n]) => row(`not read: ${why}`, n)),
      ...Object.entries(told.reading.apart).map(([place, n]) => row(`apart: ${place}`, n)),
      row("findings", told.findings.shown),
      ...Object.entries(told.findings.byKind).map(([kind, n]) => row(`findings: ${kind}`, n)),
      row("leave MEMORY.md", told.night.leaving.length),
      row("come into MEMORY.md", told.night.coming.length),
      row("wait to come in", told.night.waiting.length),
      row("logs archived", told.night.archived),
      row("proposals", told.night.proposals),
      ...goals.flatMap(({ name, of }) => parts(name, of(told))),
      ...parts("entries to promote that come at once", told.judged?.now),
      ...parts("true findings shown", told.findings.kept),
      ...told.prompts.flatMap(({ budget, tokens, kinds }) => [
        row(`prompt ${budget}`, tokens),
        ...Object.entries(kinds).map(([kind, n]) => row(`prompt ${budget}: ${kind}`, n, tokens)),
      ]),
      ...told.costs.flatMap(({ command, cpuS, peakMb, over }) => [
        ...(over ? [row(`${command}: over the limit`, 1)] : []),
        ...(cpuS === null ? [] : [row(`${command}: cpu s`, cpuS)]),
        ...(peakMb === null ? [] : [row(`${command}: peak MB`, peakMb)]),
      ]),
    ];
  });
}

function added(parts: readonly (Share | undefined)[]): Share {
  return parts.reduce<Share>((sum, part) => ({ hit: sum.hit + (part?.hit ?? 0), of: sum.of + (part?.of ?? 0) }), {
    hit: 0,
    of: 0,
  });
}

function share({ hit, of }: Share): string {
  return of === 0 ? "0 of 0" : `${hit} of ${of} (${((100 * hit) / of).toFixed(0)} %)`;
}

function listed(counts: Readonly<Record<string, number>>, before: string): string {
  const all = Object.entries(counts).map(([name, n]) => `${n} ${name}`);
  return all.length === 0 ? "" : `${before}${all.slice(0, 8).join(", ")}${all.length > 8 ? ", …" : ""}`;
}

function percents(kinds: Readonly<Record<string, number>>, tokens: number): string {
  const all = Object.entries(kinds).map(([kind, n]) => `${kind} ${((100 * n) / Math.max(1, tokens)).toFixed(0)} %`);
  return all.length === 0 ? "" : `: ${all.join(", ")}`;
}

function costText({ cpuS, wallS, peakMb, over, failed }: Cost, seconds: number): string {
  if (over) return `over ${seconds} s`;
  const said = failed === "" ? "" : `  ${failed}`;
  return `${cpuS?.toFixed(1) ?? "?"} s CPU, ${wallS.toFixed(1)} s, ${peakMb?.toFixed(0) ?? "?"} MB${said}`;
}
