/** Clocks of the machine's own zone: they show what those of the zone of that name do, around every change of them. */

import { afterEach, expect, test } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { zoneHere } from "../../src/state/machine.js";
import { openZone } from "../support/zones.js";

const before = process.env.TZ;
afterEach(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test.each(["UTC", "America/New_York", "Europe/Lisbon", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"])(
  "%s",
  (name) => {
    process.env.TZ = name;
    const [own, named] = [zoneHere, openZone(name)];
    const days = ["2011-12-29", "2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"];
    for (const day of days) {
      for (let minutes = -1_440; minutes <= 2_880; minutes += 30) {
        const at = `${new Date(Date.parse(day) + minutes * 60_000).toISOString().slice(0, 19)}Z` as Instant;
        expect(own(at), at).toEqual(named(at));
      }
    }
  },
);
