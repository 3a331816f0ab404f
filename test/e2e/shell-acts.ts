/** E2E, shell acts: how a model that has a shell writes to the memory of its project with the program, and looks something up. */

import { resolve } from "node:path";
import type { Place } from "./place.js";
import { type Act, type Cast, marks } from "./story.js";

const program: string = resolve("dist/pagefile.cjs");

/** `tool` runs a shell, and takes the line under that name. */
export function shellActs(
  tool: string,
  key: string,
): {
  readonly saves: NonNullable<Cast["saves"]>;
  readonly looks: Act;
  readonly stage: (place: Place, session: string, pid: number) => void;
} {
  const line =
    (...words: readonly string[]): Act =>
    () => ({ kind: "call", tool, input: { [key]: words.map((word) => `'${word}'`).join(" ") } });
  const make = (type: string, title: string, fields: readonly string[], body: string): Act => {
    const given = fields.flatMap((field) => ["--field", field]);
    return line(process.execPath, program, "new", "--type", type, "--title", title, ...given, "--body", body);
  };
  const limit = ["rule=Never above 350 EUR.", "applies_to=bookings"];
  const journey = ["goal=Book the trains.", "step=Compare.", "open=Which day."];
  return {
    saves: {
      rule: make("constraint", "Fare limit", limit, `- Never. ${marks.rule}`),
      plan: make("plan", "The journey", journey, `- Compare, then ask. ${marks.plan}`),
    },
    looks: line("echo", marks.result),
    stage(place, session, pid) {
      const value = `- Night trains ${marks.dirty} run from Porto.`;
      const patch = { op: "append", page: "memory", value, session, actor: "agent:shell" };
      place.pagefile(["stage", "--patch", "-", "--pid", String(pid)], JSON.stringify(patch));
    },
  };
}
