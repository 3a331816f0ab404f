/** SchedulerZone: what the clocks of a time zone show, by the tables that come with the machine. */

import type { Zone } from "../upkeep/calendar.js";

/** `name` as in `Europe/Lisbon`; the machine's own (or TZ's) when absent. */
export function openZone(name?: string): Zone {
  const options = { hourCycle: "h23", calendar: "gregory", numberingSystem: "latn" } as const;
  const fields = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const zone = name === undefined ? {} : { timeZone: name };
  // Made when it is first asked: it costs a start more than the rest of a small command.
  let format: Intl.DateTimeFormat | null = null;
  return (at) => {
    format ??= new Intl.DateTimeFormat("en-US", { ...options, ...fields, ...zone });
    const parts = new Map(format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]));
    const part = (type: "year" | "month" | "day" | "hour" | "minute"): string => parts.get(type) ?? "";
    const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
    return { day, minute: Number(part("hour")) * 60 + Number(part("minute")) };
  };
}
