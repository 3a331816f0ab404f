/** Scales: where a value lies on the upright axis, with ticks at round numbers. */

import { area } from "./frame.js";

export interface Scale {
  readonly ticks: readonly number[];
  /** The y coordinate of a value. */
  readonly at: (value: number) => number;
}

/** From 0 to a round number at or above `most`, in about five steps. */
export function linearScale(most: number): Scale {
  const step = roundStep(Math.max(most, 1) / 5);
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, at) => at * step);
  const top = count * step;
  return { ticks, at: (value) => area.bottom - (value / top) * area.height };
}

/** By log(1 + value), so that 0, 1 and 1,000 all show. */
export function logScale(most: number): Scale {
  const ticks = [0, 1];
  while ((ticks.at(-1) ?? 0) < most) ticks.push((ticks.at(-1) ?? 1) * 10);
  const top = Math.log1p(ticks.at(-1) ?? 1);
  return { ticks, at: (value) => area.bottom - (Math.log1p(value) / top) * area.height };
}

/** 1, 2 or 5 times a power of ten, not below. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough - 1e-9) ?? 10;
  return factor * power;
}
