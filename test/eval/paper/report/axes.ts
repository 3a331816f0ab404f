/** Axes: ticks, the names of the axes, and the legend. */

import { area, frame } from "./frame.js";
import { roundStep, type Scale } from "./scales.js";
import { element, label, short } from "./svg.js";

export interface Naming {
  readonly x: string;
  readonly y: string;
}

/** Lines and numbers at the ticks, and what the axes measure. */
export function yAxis(scale: Scale, naming: Naming): string {
  const ticks = scale.ticks.map((value) => {
    const y = scale.at(value);
    return (
      element("line", { class: "grid", x1: frame.left, x2: frame.width - frame.right, y1: y, y2: y }) +
      label(short(value), { class: "tick", x: frame.left - 8, y: y + 4, "text-anchor": "end" })
    );
  });
  const middle = frame.top + area.height / 2;
  const names =
    label(naming.y, {
      class: "name",
      "text-anchor": "middle",
      transform: `translate(16 ${short(middle)}) rotate(-90)`,
    }) +
    label(naming.x, { class: "name", "text-anchor": "middle", x: frame.left + area.width / 2, y: area.bottom + 38 });
  return ticks.join("") + names;
}

export function xTick(text: string, x: number): string {
  return label(text, { class: "tick", x, y: area.bottom + 18, "text-anchor": "middle" });
}

/** Round turn numbers along an axis of `count` points. */
export function turnTicks(count: number, xOf: (at: number) => number): string {
  const step = Math.max(1, Math.round(roundStep(count / 8)));
  const ats = Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
  return ats.map((at) => xTick(String(at + 1), xOf(at))).join("");
}

/** Squares and names in the order of the series: on one line, or three to a line where they are many or long. */
export function legend(names: readonly string[]): string {
  const inRow = names.length > 4 ? 3 : 4;
  return names
    .map((name, at) => {
      const x = frame.left + (at % inRow) * (area.width / inRow);
      const y = frame.height - 20 + Math.floor(at / inRow) * 16;
      return (
        element("rect", { class: `s${at}`, x, y: y - 10, width: 12, height: 12 }) +
        label(name, { class: "tick", x: x + 17, y })
      );
    })
    .join("");
}
