/** SchedulerZone: what the clocks of a time zone show, by the tables that come with the machine. */

import type { Zone } from "../../base/clock.js";

/** `name` as in `Europe/Lisbon`; the machine's own (or TZ's) when absent. */
export function openZone(name?: string): Zone {
  return name === undefined ? ownClocks : clocksOf(name);
}

/** A date knows them by itself, and the tables of all zones cost a start more than the rest of a small command. */
function ownClocks(at: string): ReturnType<Zone> {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return { day, minute: date.getHours() * 60 + date.getMinutes() };
}

function clocksOf(timeZone: string): Zone {
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
