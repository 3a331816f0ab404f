/** RenderCost: what recorded sessions cost, as tables for a terminal and as a picture. */

import { type Cost, type CostCall, causeWords, type WriteCause } from "../../kernel/cost.js";
import { totalOf } from "../../kernel/simulate.js";
import { count, wrapped } from "./render.js";
import { type Cell, cut, type Theme, table, visibleLine } from "./table.js";

/** `1.24M`, `36.2k`, `820`. */
function tokensText(tokens: number): string {
  if (tokens >= 999_500) return `${(tokens / 1e6).toFixed(2)}M`;
  return tokens >= 1000 ? `${(tokens / 1000).toFixed(1)}k` : String(Math.round(tokens));
}

/** On an axis: `150k`. */
function roundTokens(tokens: number): string {
  return tokens >= 1000 ? `${short(tokens / 1000)}k` : short(tokens);
}

/** Cents, and of less than a dollar tenths of them. */
function dollarsText(dollars: number): string {
  return `$${dollars.toFixed(dollars < 0.9995 ? 3 : 2)}`;
}

function percent(part: number, whole: number): string {
  return whole <= 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** `−23.1 %`, `+2.0 %`, `±0.0 %`. */
function change(now: number, before: number): string {
  const by = before <= 0 ? 0 : (100 * (now - before)) / before;
  return `${Math.abs(by) < 0.05 ? "±" : by < 0 ? "−" : "+"}${Math.abs(by).toFixed(1)} %`;
}

export function costText(cost: Cost, name: string, theme: Theme): string {
  const { used, calls, models } = cost;
  const head = `${theme.bold(visibleLine(name))}  ${theme.dim(`${cost.harness}, ${count(calls.length, "call")}, ${span(calls)}, ${models.map(visibleLine).join(", ")}`)}\n`;
  const all = totalOf(used);
  const fresh = all - used.read;
  const rows: readonly (readonly [string, number, number | null])[] = [
    ["read from a cache", used.read, cost.dollars.read],
    ["written or taken anew", fresh, cost.dollars.fresh],
    ...cost.causes.map(({ cause, tokens, dollars }) => [`  ${causeWords[cause]}`, tokens, dollars] as const),
    ["answers", used.output, cost.dollars.output],
  ];
  const cells = rows.map(([what, tokens, dollars]): readonly Cell[] => {
    const isPart = what.startsWith("  ");
    return [
      { text: what, ...(isPart ? { paint: theme.dim } : {}) },
      right(tokensText(tokens)),
      right(isPart ? percent(tokens, fresh) : what === "answers" ? "" : percent(tokens, all)),
      right(dollars === null ? "" : dollarsText(dollars)),
    ];
  });
  return `${head}${table(["", "tokens", "share", "dollars"], cells, theme)}${notes(cost, theme)}`;
}

/** Of several sessions a line each, and their sum. */
export function costTogether(costs: readonly Cost[], theme: Theme): string {
  const sum = (of: (cost: Cost) => number): number => costs.reduce((all, cost) => all + of(cost), 0);
  const all = sum(({ used }) => totalOf(used));
  const read = sum(({ used }) => used.read);
  const input = sum(({ dollars }) => dollars.read + dollars.fresh);
  const before = sum(({ compared }) => compared?.recorded.dollars ?? 0);
  const after = sum(({ compared }) => compared?.policy.dollars ?? 0);
  const kernel = before === 0 ? "" : `, with the kernel ${change(after, before)} by simulation`;
  return `${theme.bold("together")}  ${tokensText(all)} tokens, ${percent(read, all)} read from a cache, ${dollarsText(input)} for the input and ${dollarsText(sum(({ dollars }) => dollars.output))} for the answers${kernel}\n`;
}

function right(text: string): Cell {
  return { text, align: "right" };
}

function span(calls: readonly CostCall[]): string {
  const [first, last] = [calls[0]?.at ?? 0, calls.at(-1)?.at ?? 0];
  const [from, to] = [new Date(first).toISOString(), new Date(last).toISOString()];
  const day = from.slice(0, 10) === to.slice(0, 10) ? "" : `${to.slice(0, 10)} `;
  return `${from.slice(0, 10)} ${from.slice(11, 16)} to ${day}${to.slice(11, 16)}`;
}

function notes({ memory, compared, unpriced, largest, causes }: Cost, theme: Theme): string {
  const said: string[] = [];
  const written = causes.reduce((sum, { tokens }) => sum + tokens, 0);
  said.push(
    `The largest request had ${tokensText(largest)} tokens; ${(written / Math.max(1, largest)).toFixed(1)} times that was written.`,
  );
  if (memory.blocks > 0)
    said.push(
      `Memory itself: ${count(memory.blocks, "block")} of ${tokensText(memory.tokens)} tokens, sent ${tokensText(memory.sent)} in all, ${dollarsText(memory.dollars)}.`,
    );
  if (compared !== null)
    said.push(
      `With the kernel, by simulation: ${dollarsText(compared.policy.dollars)} for the input instead of ${dollarsText(compared.recorded.dollars)} (${change(compared.policy.dollars, compared.recorded.dollars)}), ${change(compared.policy.tokens, compared.recorded.tokens)} tokens, ${change(compared.policy.conversation, compared.recorded.conversation)} of the conversation.`,
    );
  if (unpriced.length > 0)
    said.push(`No price is known for ${unpriced.join(", ")}; name one with --as, or give a file with --prices.`);
  return said.map((line) => wrapped(line, 0, theme)).join("");
}

// Picture: each session as a panel: what every call sent, what it cost so far, and why it wrote.

const width = 1080;
const panelHeight = 430;
const plot = { left: 64, width: 640, top: 96, height: 190, lower: 318, lowerHeight: 80 };
const side = { left: 752, width: 280 };

/** Told apart by people who see few colors, in light and dark; see the style below for the dark ones. */
const colors: Readonly<Record<WriteCause | "read" | "kernel", readonly [light: string, dark: string]>> = {
  read: ["#c9d3df", "#3d4a5c"],
  first: ["#56b4e9", "#56b4e9"],
  growth: ["#0072b2", "#3f9fdc"],
  idle: ["#d55e00", "#f0803c"],
  compaction: ["#cc79a7", "#dd92bd"],
  model: ["#009e73", "#2fc79b"],
  thinking: ["#b8a800", "#f0e442"],
  other: ["#8c6d31", "#c9a24f"],
  kernel: ["#111827", "#f3f4f6"],
};

const style = [
  "text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#1f2937}.t{font-size:17px;font-weight:600}.s{fill:#6b7280}.e{text-anchor:end}",
  ".n{font-variant-numeric:tabular-nums}.big{font-size:22px;font-weight:600}.g{stroke:#e5e7eb}.bg{fill:#fff}",
  ...Object.entries(colors).map(([name, [light]]) => `.${name}{fill:${light}}.l-${name}{stroke:${light}}`),
  ".line{fill:none;stroke-width:1.8;stroke-linejoin:round}.dash{stroke-dasharray:5 3}.l-paid{stroke:#0072b2}",
  "@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.s{fill:#9ca3af}.g{stroke:#374151}.bg{fill:#111827}.l-paid{stroke:#3f9fdc}",
  ...Object.entries(colors).map(([name, [, dark]]) => `.${name}{fill:${dark}}.l-${name}{stroke:${dark}}`),
  "}",
].join("");

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(typeof value === "number" ? short(value) : value)}"`,
  );
  const open = `<${name}${written.join("")}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join("")}</${name}>`;
}

function escaped(text: string): string {
  const plain = visibleLine(text);
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function text(said: string, x: number, y: number, look = ""): string {
  return element("text", look === "" ? { x, y } : { x, y, class: look }, escaped(said));
}

/** One picture of all sessions, one under the other. */
export function costPicture(
  costs: readonly { readonly name: string; readonly cost: Cost }[],
  generatedAt: string,
): string {
  const height = costs.length * panelHeight + 34;
  const panels = costs.map(({ name, cost }, at) =>
    element("g", { transform: `translate(0 ${at * panelHeight})` }, panel(cost, name)),
  );
  const foot = `List prices of ${generatedAt}. A dashed line is simulated, with the rules of an Anthropic cache; all else is what the provider counted.`;
  return `${element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, role: "img" },
    element("title", {}, "What recorded sessions cost"),
    element("style", {}, style),
    element("rect", { class: "bg", width, height }),
    ...panels,
    text(foot, plot.left, height - 14, "s"),
  )}\n`;
}

function panel(cost: Cost, name: string): string {
  const { calls } = cost;
  const last = name.split(/[\\/]/).findLast((part) => part !== "") ?? name;
  const title = text(cut(last, titleCharsMax), plot.left, 34, "t");
  const models = cost.models.length > 2 ? `${cost.models.length} models` : cost.models.join(", ");
  const under = text(
    `${cost.harness} · ${count(calls.length, "call")} · ${span(calls)} · ${models}`,
    plot.left,
    54,
    "s",
  );
  return [title, under, bars(cost), spent(cost), reasons(cost)].join("");
}

const titleCharsMax = 56;

/** What every call sent, in the order of calls: read below, written above it in the color of its cause. */
function bars({ calls, largest }: Cost): string {
  const most = niceMost(Math.max(largest, ...calls.map(({ simulated }) => simulated?.policy.tokens ?? 0)));
  const y = (tokens: number): number => plot.top + plot.height * (1 - tokens / most);
  const step = plot.width / Math.max(1, calls.length);
  const at = (number: number): number => plot.left + number * step;
  const read = calls.flatMap((call, number) => [
    `${short(at(number))},${short(y(call.read))}`,
    `${short(at(number + 1))},${short(y(call.read))}`,
  ]);
  const base = [`${short(at(calls.length))},${short(y(0))}`, `${short(at(0))},${short(y(0))}`];
  const area = element("polygon", { class: "read", points: [...read, ...base].join(" ") });
  const drawn = calls.flatMap(({ read: below, grown, again, cause }, number) => {
    const pieces = [
      ["growth", below, below + grown],
      [cause, below + grown, below + grown + again],
    ] as const;
    // A call in a long session is thinner than a line that can be seen.
    const wide = again > 0 ? Math.max(step, 1.6) : step;
    return pieces
      .filter(([, from, to]) => to > from)
      .map(([look, from, to]) =>
        element("rect", {
          class: look,
          x: at(number),
          y: y(to),
          width: wide,
          height: Math.max(0.8, y(from) - y(to)),
        }),
      );
  });
  const points = calls.flatMap(({ simulated }, number) =>
    simulated === null ? [] : [`${short(at(number + 0.5))},${short(y(simulated.policy.tokens))}`],
  );
  const line =
    points.length < 2 ? "" : element("polyline", { class: "line dash l-kernel", points: points.join(" ") });
  return `${text("tokens of each call", plot.left, plot.top - 8, "s")}${grid(most, y, roundTokens)}${area}${drawn.join("")}${line}`;
}

/** What the input had cost by each call. */
function spent({ calls }: Cost): string {
  const sums = (of: (call: CostCall) => number): readonly number[] => {
    let sum = 0;
    return calls.map((call) => {
      sum += of(call);
      return sum;
    });
  };
  const paid = sums(({ dollars }) => dollars ?? 0);
  const isSimulated = calls.some(({ simulated }) => simulated !== null);
  const lines: readonly (readonly [look: string, values: readonly number[]])[] = [
    ["l-paid", paid],
    ...(isSimulated
      ? ([
          ["dash l-paid", sums(({ simulated }) => simulated?.recorded.dollars ?? 0)],
          ["dash l-kernel", sums(({ simulated }) => simulated?.policy.dollars ?? 0)],
        ] as const)
      : []),
  ];
  const most = niceMost(Math.max(0.01, ...lines.map(([, values]) => values.at(-1) ?? 0)));
  const y = (value: number): number => plot.lower + plot.lowerHeight * (1 - value / most);
  const step = plot.width / Math.max(1, calls.length);
  const drawn = lines.map(([look, values]) => {
    const points = values.map((value, at) => `${short(plot.left + (at + 0.5) * step)},${short(y(value))}`);
    return element("polyline", { class: `line ${look}`, points: points.join(" ") });
  });
  const label = text("dollars for the input so far", plot.left, plot.lower - 10, "s");
  return `${label}${grid(most, y, (value) => `$${short(value)}`)}${drawn.join("")}`;
}

function grid(most: number, y: (value: number) => number, spell: (value: number) => string): string {
  return [0, 0.5, 1]
    .map((share) => {
      const at = y(share * most);
      const line = element("line", { class: "g", x1: plot.left, x2: plot.left + plot.width, y1: at, y2: at });
      return line + text(spell(share * most), plot.left - 8, at + 4, "s e n");
    })
    .join("");
}

/** 1, 2, 3, 4, 5 or 8 and zeros, no less than the value. */
function niceMost(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6)));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}

function reasons(cost: Cost): string {
  const { dollars, used, causes, compared, memory } = cost;
  const input = dollars.read + dollars.fresh;
  const most = Math.max(dollars.read, ...causes.map((row) => row.dollars), 1e-9);
  const rows = [
    { look: "read", words: "read from a cache", tokens: used.read, dollars: dollars.read },
    ...causes.map(({ cause, tokens, dollars }) => ({ look: cause, words: causeWords[cause], tokens, dollars })),
  ];
  const drawn = rows.map(({ look, words, tokens, dollars }, at) => {
    const y = plot.top + 34 + at * 28;
    const long = (side.width * dollars) / most;
    return [
      text(words, side.left, y),
      text(tokensText(tokens), side.left + side.width - 62, y, "e n s"),
      text(dollarsText(dollars), side.left + side.width, y, "e n"),
      element("rect", { class: look, x: side.left, y: y + 6, width: Math.max(1.5, long), height: 7, rx: 1.5 }),
    ].join("");
  });
  const below = plot.top + 34 + rows.length * 28 + 12;
  const more = [
    ...(memory.blocks === 0
      ? []
      : [`memory itself: ${tokensText(memory.sent)} sent, ${dollarsText(memory.dollars)}`]),
    ...(compared === null
      ? []
      : [
          `with the kernel ${dollarsText(compared.policy.dollars)} instead of ${dollarsText(compared.recorded.dollars)} (${change(compared.policy.dollars, compared.recorded.dollars)})`,
        ]),
  ];
  return [
    text(dollarsText(input), side.left, 40, "big n"),
    text(`for the input; ${percent(used.read, totalOf(used))} of it read from a cache`, side.left, 62, "s"),
    ...drawn,
    ...more.map((said, at) => text(said, side.left, below + at * 20)),
    ...(compared === null ? [] : key(below + more.length * 20 + 4)),
  ].join("");
}

/** What the lines are. */
function key(y: number): readonly string[] {
  const rows = [
    ["l-paid", "as counted"],
    ["dash l-paid", "as recorded, simulated"],
    ["dash l-kernel", "with the kernel, simulated"],
  ] as const;
  return rows.flatMap(([look, said], at) => {
    const height = y + at * 18;
    const line = element("line", {
      class: `line ${look}`,
      x1: side.left,
      x2: side.left + 26,
      y1: height,
      y2: height,
    });
    return [line, text(said, side.left + 34, height + 4, "s")];
  });
}
