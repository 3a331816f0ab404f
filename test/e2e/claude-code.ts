/** E2E, Claude Code: the hooks of `pagefile setup claude-code` in the real program, beside that program with its own memory alone. */

import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/base/json.js";
import { type FakeModel, startFakeModel } from "../support/fake-model.js";
import { claudeTrust } from "./claude-trust.js";
import { checkKept } from "./kept.js";
import { type Lines, openLines } from "./lines.js";
import { installed, makePlace, type Place } from "./place.js";
import { shellActs } from "./shell-acts.js";
import { type Harness, type Rig, type Seen, tell } from "./story.js";
import { type Column, judge, lossesIn, printTable } from "./table.js";

const version = "2.1.329";

const name = `claude-code-${version}`;

export const claudeCode: Harness = {
  ...{ name: "claude-code", version, joins: "claude-code", shell: { tool: "Bash", key: "command" } },
  configure: ({ home }) => void mkdirSync(join(home, ".claude")),
  install(cache) {
    const program = programIn(cache);
    return program === null ? null : (place, model) => claudeRig(program, place, model);
  },
};

function programIn(cache: string): string | null {
  const modules = installed(cache, name, [`@anthropic-ai/claude-code@${version}`]);
  if (modules === null) return null;
  const folder = join(modules, "@anthropic-ai");
  const native = readdirSync(folder).find((each) => each === `claude-code-${process.platform}-${process.arch}`);
  if (native !== undefined) return join(folder, native, "claude");
  process.stdout.write(`${name}: skipped, the registry gives no program for this machine.\n`);
  return null;
}

/** Prints what the model saw; throws where something is lost, twice there or too long. */
export async function claudeCodeStory(cache: string): Promise<void> {
  const program = programIn(cache);
  if (program === null) return;
  const columns: Column[] = [
    { name: "a model that saves", seen: await run(name, program, "saves") },
    { name: "one that always declines", seen: await run(name, program, "declines") },
    { name: "its own memory alone", seen: await run(name, program, "alone") },
  ];
  printTable(name, columns);
  judge(columns, { blocksMax: null, charsMax: 10_000 });
  process.stdout.write(`${name}: alone it lost ${lossesIn(columns[2]?.seen ?? [])} of what it was told\n`);
  await claudeTrust(name, program, settings);
}

async function run(name: string, program: string, kind: "saves" | "declines" | "alone"): Promise<readonly Seen[]> {
  const place = makePlace(name);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  try {
    mkdirSync(join(place.home, ".claude"));
    place.pagefile(["init", "--profile", "claude-code", place.project]);
    const before = settingsIn(place);
    if (kind !== "alone") place.pagefile(["setup", "claude-code"]);
    const acts = shellActs("Bash", "command");
    const seen = await tell({
      model,
      rig: claudeRig(program, place, model),
      saves: kind === "saves" ? acts.saves : null,
      looks: acts.looks,
      stage: (session, pid) => (kind === "alone" ? undefined : acts.stage(place, session, pid)),
    });
    if (kind === "alone") return seen;
    checkKept(place, place.project, kind === "saves");
    place.pagefile(["setup", "claude-code", "--remove"]);
    if (settingsIn(place) !== before) throw new Error("the settings are not as they were");
    return seen;
  } finally {
    await model.close();
    place.remove();
  }
}

/** The file that setup changes; empty where there is none. */
function settingsIn({ home }: Place): string {
  const folder = join(home, ".claude");
  return readdirSync(folder).includes("settings.json") ? readFileSync(join(folder, "settings.json"), "utf8") : "";
}

/** Of a window of 200,000 tokens 80,000 may be used: what is said in `fill` is more than that. */
const settings = {
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  CLAUDE_CODE_AUTO_COMPACT_WINDOW: "200000",
  CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: "40",
};

function claudeRig(program: string, { project, env }: Place, model: FakeModel): Rig {
  const streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const argv = ["-p", ...streams, "--model", "claude-sonnet-4-5", "--allowedTools", "Bash"];
  const start = (words: readonly string[]): Lines =>
    openLines(program, [...argv, ...words], {
      cwd: project,
      env: { ...env, ...settings, ANTHROPIC_BASE_URL: model.url },
    });
  let lines = start([]);
  let session = "";
  const write = (text: string): void =>
    lines.write({ type: "user", message: { role: "user", content: [{ type: "text", text }] } });
  const say = async (text: string): Promise<void> => {
    const over = lines.until("result", (line: JsonObject) => line.type === "result");
    write(text);
    const { session_id, is_error, result } = await over;
    if (is_error === true) throw new Error(`Claude Code: ${String(result)}`);
    session = String(session_id);
  };
  return {
    say,
    async compact() {
      await say("/compact");
      return true;
    },
    async fill() {
      const before = model.requests.length;
      for (const word of ["platform ", "carriage "]) await say(`A long text: ${word.repeat(14_000)}`);
      if (!model.requests.slice(before).some(({ isSummary }) => isSummary))
        throw new Error("Claude Code did not compact by itself.");
    },
    async killInTurn(text, before) {
      const asked = model.waitFor(() => true, model.requests.length);
      write(text);
      await asked;
      before(session, lines.child.pid ?? 0);
      await lines.kill();
    },
    async resume() {
      lines = start(["--resume", session]);
    },
    reset: () => say("/clear"),
    async restart() {
      await lines.end();
      lines = start([]);
    },
    async fork() {
      await lines.end();
      lines = start(["--resume", session, "--fork-session"]);
    },
    end: () => lines.end(),
    stop: () => lines.kill(),
  };
}
