/** Plots: bars in groups, lines and stacked areas as inline SVG, colored by classes that the page defines for light and dark. */

import { legend, type Naming, turnTicks, xTick, yAxis } from "./axes.js";
import type { Plot } from "./document.js";
import { area, frame } from "./frame.js";
import { linearScale, logScale, type Scale } from "./scales.js";
import { element, escapeMarkup, short } from "./svg.js";

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

interface Drawing {
  readonly caption: string;
  /** What a reader sees in it, for a reader who cannot. */
  readonly describes: string;
  readonly naming: Naming;
  /** At most six: there are that many colors. */
  readonly series: readonly Series[];
}

/** One group for each name, one bar in it for each series; heights by log(1 + value). */
export function groupedBars(drawing: Drawing, groups: readonly string[]): Plot {
  const scale = logScale(mostOf(drawing.series));
  const slot = area.width / groups.length;
  const wide = (slot * 0.8) / drawing.series.length;
  const bars = groups.flatMap((group, at) => {
    const left = frame.left + at * slot + slot * 0.1;
    const drawn = drawing.series.map(({ name, values }, which) => {
      const value = values[at] ?? 0;
      const y = scale.at(value);
      const box = { class: `s${which}`, x: left + which * wide, y, width: wide * 0.9, height: scale.at(0) - y };
      return element("rect", box, element("title", {}, escapeMarkup(`${name}, ${group}: ${short(value)}`)));
    });
    return [...drawn, xTick(group, frame.left + (at + 0.5) * slot)];
  });
  return whole(drawing, scale, bars.join(""));
}

/** A line for each series over turns; `mark` is a dashed line across, such as the budget. */
export function lines(drawing: Drawing, mark: number | null): Plot {
  const count = countOf(drawing.series);
  const scale = linearScale(Math.max(mostOf(drawing.series), mark ?? 0));
  const x = along(count);
  const drawn = drawing.series.map(({ values }, which) =>
    element("polyline", { class: `l${which}`, points: pointsOf(values, x, scale) }),
  );
  const across =
    mark === null
      ? ""
      : element("line", {
          class: "mark",
          x1: frame.left,
          x2: frame.width - frame.right,
          y1: scale.at(mark),
          y2: scale.at(mark),
        });
  return whole(drawing, scale, across + drawn.join("") + turnTicks(count, x));
}

/** Each series on top of those before it. */
export function stackedArea(drawing: Drawing): Plot {
  const count = countOf(drawing.series);
  const sums: number[][] = [Array.from({ length: count }, () => 0)];
  for (const { values } of drawing.series) {
    const below = sums.at(-1) ?? [];
    sums.push(below.map((value, at) => value + (values[at] ?? 0)));
  }
  const scale = linearScale(Math.max(1, ...(sums.at(-1) ?? [])));
  const x = along(count);
  const drawn = drawing.series.map((_, which) => {
    const under = pointsOf(sums[which] ?? [], x, scale)
      .split(" ")
      .reverse()
      .join(" ");
    return element("polygon", {
      class: `s${which}`,
      points: `${pointsOf(sums[which + 1] ?? [], x, scale)} ${under}`,
    });
  });
  return whole(drawing, scale, drawn.join("") + turnTicks(count, x));
}

function whole(drawing: Drawing, scale: Scale, inner: string): Plot {
  const names = drawing.series.map(({ name }) => name);
  const svg = element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${frame.width} ${frame.height}`, role: "img" },
    element("title", {}, escapeMarkup(drawing.caption)),
    element("desc", {}, escapeMarkup(drawing.describes)),
    yAxis(scale, drawing.naming),
    inner,
    legend(names),
  );
  return { caption: drawing.caption, svg };
}

function pointsOf(values: readonly number[], x: (at: number) => number, scale: Scale): string {
  return values.map((value, at) => `${short(x(at))},${short(scale.at(value))}`).join(" ");
}

function along(count: number): (at: number) => number {
  return (at) => frame.left + (count < 2 ? 0.5 : at / (count - 1)) * area.width;
}

function countOf(series: readonly Series[]): number {
  return Math.max(1, ...series.map(({ values }) => values.length));
}

function mostOf(series: readonly Series[]): number {
  return Math.max(0, ...series.flatMap(({ values }) => values));
}
