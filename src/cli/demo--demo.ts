/** Demo: a sample memory in a fresh folder, and the real commands run on it as if typed. */

import type { Surroundings } from "./command.js";
import { type DemoStep, demoSteps, nextSteps } from "./demo.js";
import { execute } from "./execute--execute.js";
import type { Printed } from "./render/render--print.js";
import type { Theme } from "./render/table--theme.js";

export interface Demonstrated {
  readonly root: string;
  /** Each command with how it ended and how it should have. */
  readonly steps: readonly { readonly argv: readonly string[]; readonly exit: number; readonly expected: number }[];
  /** Command lines to copy. */
  readonly next: readonly string[];
}

/** Walks the steps in the memory at `root`, telling each as it ends. */
export async function demonstrate(root: string, world: Surroundings, theme: Theme): Promise<Demonstrated> {
  const inside: Surroundings = { ...world, cwd: root, stdin: async () => new Uint8Array() };
  const steps: Demonstrated["steps"][number][] = [];
  for (const [at, step] of demoSteps.entries()) {
    world.tell(`\n${theme.bold(`${at + 1}. ${step.says}`)}\n${theme.dim("$")} ${theme.cyan(typed(step))}\n`);
    const printed = await execute(step.argv, inside);
    world.tell(told(printed, step, theme));
    steps.push({ argv: step.argv, exit: printed.exit, expected: step.exit });
  }
  const next = nextSteps.map((argv) => `${world.program} --repo ${quoted(root)} ${argv.map(quoted).join(" ")}`);
  return { root, steps, next };
}

/** The closing words: where the sample lies and what to try. */
export function farewell(demonstrated: Demonstrated, theme: Theme): string {
  const next = demonstrated.next.map((line) => `  ${theme.cyan(line)}\n`).join("");
  return `\n${theme.bold("The sample lies in")} ${demonstrated.root}\n${theme.bold("Try next:")}\n${next}`;
}

function typed(step: DemoStep): string {
  const line = ["pagefile", ...step.argv.map(quoted)].join(" ");
  return step.shows === "receipt" ? `${line} > prompt.txt` : line;
}

function told(printed: Printed, step: DemoStep, theme: Theme): string {
  const out = step.shows === "receipt" ? "" : printed.stdout;
  const gap = out !== "" && printed.stderr !== "" ? "\n" : "";
  const code = printed.exit === 0 ? "" : `${theme.dim(`exit code ${printed.exit}`)}\n`;
  return `${out}${gap}${printed.stderr}${code}`;
}

/** Quoted for a shell where it needs to be. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
