/** Units: a body cut into its headings and entries, each with the blank lines behind it, so that joined they are the body. */

import type { Heading, Outline } from "../../page/body.js";
import { outline } from "../../page/outline.js";

export interface Unit {
  readonly kind: "heading" | "bullet" | "block";
  /** What it says, wherever it stands: an entry's digest, or a heading's depth and title. */
  readonly says: string;
  /** What it says and under which heading. */
  readonly key: string;
  /** The `says` of the nearest heading above; empty where there is none. */
  readonly under: string;
  /** Whole lines, without the last line's end. */
  readonly text: string;
  /** From there to the next unit: line ends and blank lines. */
  readonly gap: string;
}

export interface Units {
  /** What stands before the first unit. */
  readonly lead: string;
  readonly list: readonly Unit[];
}

/** null where text stands between entries that no entry claims, which a merge could not place. */
export function unitsOf(body: string): Units | null {
  const places = placesOf(outline(body, 0));
  const list: Unit[] = [];
  let under = "";
  for (const [i, place] of places.entries()) {
    const gap = body.slice(place.end, places[i + 1]?.start ?? body.length);
    if (gap.trim() !== "" || place.end <= place.start) return null;
    const { kind, says } = place;
    if (kind === "heading") under = says;
    const key = kind === "heading" ? says : `${under}\n${says}`;
    list.push({
      kind,
      says,
      key,
      under: kind === "heading" ? "" : under,
      text: body.slice(place.start, place.end),
      gap,
    });
  }
  const lead = body.slice(0, places[0]?.start ?? body.length);
  return lead.trim() === "" ? { lead, list } : null;
}

interface Place {
  readonly kind: Unit["kind"];
  readonly says: string;
  readonly start: number;
  readonly end: number;
}

function placesOf(map: Outline): readonly Place[] {
  const entries = map.entries.map(
    ({ kind, digest, start, end }): Place => ({
      kind: kind === "bullet" ? "bullet" : "block",
      says: digest,
      start,
      end,
    }),
  );
  return [...map.headings.map(placeOfHeading), ...entries].sort((a, b) => a.start - b.start);
}

function placeOfHeading({ depth, title, start, end }: Heading): Place {
  return { kind: "heading", says: `${"#".repeat(depth)} ${title}`, start, end };
}
