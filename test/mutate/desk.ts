/** Desk: stands in for Vitest's suites, so that a program can run single tests again and again in its own process. */

import { expect } from "vitest";

type Step = () => unknown;

export interface Case {
  /** File, suites and name; unique. */
  readonly id: string;
  readonly run: Step;
  readonly before: readonly Step[];
  readonly after: readonly Step[];
}

export interface Desk {
  readonly cases: readonly Case[];
  /** Tests that register from here on belong to this file. */
  openFile(path: string): void;
  /** What a test file gets when it imports `vitest`. */
  readonly vitest: Readonly<Record<string, unknown>>;
}

interface Suite {
  readonly path: readonly string[];
  readonly before: readonly Step[];
  readonly after: readonly Step[];
}

/** A step of a whole suite (`beforeAll`) runs around each of its tests: what it does belongs to the test that is looked at. */
export function openDesk(): Desk {
  const cases: Case[] = [];
  const known = new Set<string>();
  let suite: Suite = { path: [], before: [], after: [] };
  let finishing: Step[] = [];

  const add = (name: string, run: Step): void => {
    let id = [...suite.path, name].join(" > ");
    while (known.has(id)) id += "'";
    known.add(id);
    const finish = async (): Promise<void> => {
      for (const step of finishing.splice(0)) await step();
    };
    cases.push({ id, run, before: suite.before, after: [finish, ...suite.after] });
  };
  const describe = (name: string, run: Step): void => {
    const outer = suite;
    suite = { ...outer, path: [...outer.path, name] };
    run();
    suite = outer;
  };
  const before = (step: Step): void => {
    suite = { ...suite, before: [...suite.before, step] };
  };
  const after = (step: Step): void => {
    suite = { ...suite, after: [step, ...suite.after] };
  };
  const test = withVariants(add);
  return {
    cases,
    openFile: (path) => {
      suite = { path: [path], before: [], after: [] };
      finishing = [];
    },
    vitest: {
      expect,
      test,
      it: test,
      describe: withVariants(describe),
      beforeEach: before,
      beforeAll: before,
      afterEach: after,
      afterAll: after,
      onTestFinished: (step: Step) => finishing.push(step),
      vi: { setConfig: () => undefined },
      expectTypeOf: anything,
    },
  };
}

type Register = (name: string, run: Step) => void;

/** `test`, `test.each`, `test.skipIf` and the like; options and time limits between name and function are passed over. */
function withVariants(register: Register): unknown {
  const plain = (name: string, ...rest: readonly unknown[]): void => register(name, bodyOf(rest));
  const each =
    (table: readonly unknown[]) =>
    (name: string, ...rest: readonly unknown[]): void => {
      const body: (...row: unknown[]) => unknown = bodyOf(rest);
      for (const [i, row] of table.entries()) {
        register(`${name} #${i}`, () => body(...(Array.isArray(row) ? row : [row])));
      }
    };
  const never = (): void => undefined;
  return Object.assign(plain, {
    each,
    skip: never,
    todo: never,
    skipIf: (skips: boolean) => (skips ? never : plain),
    runIf: (runs: boolean) => (runs ? plain : never),
  });
}

function bodyOf(rest: readonly unknown[]): Step {
  const body = rest.find((part) => typeof part === "function");
  if (body === undefined) throw new Error("A test without a function cannot be run here.");
  return body as Step;
}

/** Types are the compiler's to judge: any chain of words and calls will do. */
function anything(): unknown {
  return new Proxy(() => undefined, { get: () => anything });
}
