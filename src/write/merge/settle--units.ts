/** Units: a body cut into its headings and entries, each with the blank lines behind it, so that joined they are the body. */

import type { Heading, Outline } from "../../page/markdown/blocks--body.js";
import { outline } from "../../page/markdown/outline.js";

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

/** null where no cut gives the body back: two blocks on one line, as a lone carriage return puts them, or text that none claims. */
export function unitsOf(body: string): Units | null {
  const places = placesOf(outline(body, 0));
  const list: Unit[] = [];
  let under = "";
  for (const [i, place] of places.entries()) {
    const next = places[i + 1]?.start ?? body.length;
    const gap = body.slice(place.end, next);
    if (next < place.end || place.end <= place.start || gap.trim() !== "") return null;
    const { kind, says } = place;
    if (kind === "heading") under = says;
    list.push({
      kind,
      says,
      key: keyOf(kind, says, under),
      under: kind === "heading" ? "" : under,
      text: body.slice(place.start, place.end),
      gap,
    });
  }
  const lead = body.slice(0, places[0]?.start ?? body.length);
  return lead.trim() === "" ? { lead, list } : null;
}

/** A heading is named by what it says, an entry by that and the heading above it. */
export function keyOf(kind: Unit["kind"], says: string, under: string): string {
  return kind === "heading" ? says : `${under}\n${says}`;
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
