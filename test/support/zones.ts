/** Zones: what the clocks of a time zone show that a test names. */

import type { Zone } from "../../src/base/ids.js";

export const utc: Zone = (at) => ({
  day: at.slice(0, 10),
  minute: Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)),
});

/** As in `Europe/Lisbon`. */
export function openZone(timeZone: string): Zone {
  const options = { hourCycle: "h23", calendar: "gregory", numberingSystem: "latn", timeZone } as const;
  const fields = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  // Made when it is first asked: a zone may be named that nobody asks.
  let format: Intl.DateTimeFormat | null = null;
  return (at) => {
    format ??= new Intl.DateTimeFormat("en-US", { ...options, ...fields });
    const parts = new Map(format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]));
    const part = (type: "year" | "month" | "day" | "hour" | "minute"): string => parts.get(type) ?? "";
    const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
    return { day, minute: Number(part("hour")) * 60 + Number(part("minute")) };
  };
}
