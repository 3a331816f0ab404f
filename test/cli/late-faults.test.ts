/** Late faults: status counts what went wrong in the last week, by kind, and says nothing of it where nothing did. */

import { expect, test } from "vitest";
import { talks } from "../support/talk.js";

test("status says how many faults there were since when, of which kinds, and what shows them", async () => {
  const { memory, run } = talks();
  const on = (day: number): Record<string, string> => ({ PAGEFILE_NOW: `2027-03-${day}T09:00:00.000Z` });
  const status = async (day: number, ...more: readonly string[]): Promise<string> =>
    (await run(["status", ...more], { cwd: memory, env: on(day) })).stdout;
  expect(await status(10)).not.toContain("faults");
  for (const day of [10, 12]) {
    const squeezed = await run(["assemble", "--budget", "60"], { cwd: memory, env: on(day) });
    expect(squeezed.exit).toBe(1);
  }
  const shown = await run(["faults", "--count", "--json", "--since", "2027-03-11T00:00:00Z"], {
    cwd: memory,
    env: on(12),
  });
  const { counts, total } = JSON.parse(shown.stdout) as { counts: Record<string, number>; total: number };
  expect(total).toBeGreaterThan(0);
  const late = JSON.parse(await status(18, "--json")) as { faults: unknown };
  expect(late.faults).toEqual({ counts, since: "2027-03-12T09:00:00Z", total });
  expect(await status(18)).toMatch(
    new RegExp(
      `^faults {4}${total} since 2027-03-12: .*\\d invariant_pressure.*pagefile faults --since 2027-03-12$`,
      "m",
    ),
  );
  expect(JSON.parse(await status(12, "--json"))).toMatchObject({ faults: { total: 2 * total } });
  expect(await status(30)).not.toContain("faults");
});
