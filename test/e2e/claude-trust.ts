/** E2E, Claude Code and trust: the program on a terminal asks whether a folder is trusted; before somebody says yes nothing of it is loaded. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startFakeModel } from "../support/fake-model.js";
import { makePlace, type Place } from "./place.js";

const patienceMs = 60_000;

/** Whoever says no has nothing loaded, and no trace of a hook in the memory; the same folder, once it is trusted, has its pages. */
export async function claudeTrust(name: string, program: string, settings: NodeJS.ProcessEnv): Promise<void> {
  if (spawnSync("script", ["--version"]).status !== 0) {
    process.stdout.write(`${name}: trust skipped, there is no \`script\` here to make a terminal.\n`);
    return;
  }
  const place = makePlace(name);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  try {
    mkdirSync(join(place.home, ".claude"));
    // What it asks whoever starts it the first time, answered.
    const known = { hasCompletedOnboarding: true, theme: "dark", customApiKeyResponses: { approved: ["none"] } };
    const config = join(place.home, ".claude.json");
    writeFileSync(config, JSON.stringify(known));
    place.pagefile(["init", "--profile", "claude-code", place.project]);
    place.pagefile(["setup", "claude-code"]);
    const env = { ...place.env, ...settings, TERM: "xterm-256color", ANTHROPIC_BASE_URL: model.url };
    const no = terminal(program, place, env);
    await no.until("Itrustthisfolder");
    const early = hookNotes(place);
    no.press("\r");
    await no.close();
    if (model.requests.length > 0 || early + hookNotes(place) > 0)
      throw new Error(
        `${name}: not trusted, the model was asked ${model.requests.length} times, and hooks left ${hookNotes(place)} notes.`,
      );
    // What the program keeps of a yes.
    writeFileSync(
      config,
      JSON.stringify({ ...known, projects: { [place.project]: { hasTrustDialogAccepted: true } } }),
    );
    const yes = terminal(program, place, env);
    const asked = model.waitFor(({ seen }) => seen.includes('<memory fence="'), 0).then(() => true);
    const came = await Promise.race([asked, sleep(patienceMs, false, { ref: false })]);
    await yes.stop();
    if (!came || hookNotes(place) === 0) throw new Error(`${name}: trusted, nothing was loaded.`);
    process.stdout.write(
      `${name}: a folder that is not trusted loads nothing and runs no hook; once it is, it loads its pages\n`,
    );
  } finally {
    await model.close();
    place.remove();
  }
}

/** How many sessions hooks have told the memory of. */
function hookNotes({ project }: Place): number {
  const folder = join(project, ".git", "pagefile", "harness");
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

interface Terminal {
  readonly press: (key: string) => void;
  /** What is on the screen has been printed, blanks and colors left out. */
  readonly until: (text: string) => Promise<void>;
  /** Nothing more is typed; waits for the program to end, and ends it in the end. */
  readonly close: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

function terminal(program: string, { project }: Place, env: NodeJS.ProcessEnv): Terminal {
  const child: ChildProcess = spawn("script", ["-qfec", `'${program}' 'Hello.'`, "/dev/null"], {
    cwd: project,
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  let screen = "";
  child.stdout?.on("data", (part: Buffer) => {
    screen += part.toString("utf8");
  });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const stop: Terminal["stop"] = async () => {
    child.kill("SIGTERM");
    await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
    child.kill("SIGKILL");
  };
  return {
    press: (key) => child.stdin?.write(key),
    async until(text) {
      const end = Date.now() + patienceMs;
      while (!wordsOf(screen).includes(text)) {
        if (Date.now() > end || child.exitCode !== null)
          throw new Error(`Claude Code never showed “${text}”: ${wordsOf(screen).slice(-500)}`);
        await sleep(50);
      }
    },
    async close() {
      await sleep(300);
      child.stdin?.end();
      await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
      await stop();
    },
    stop,
  };
}

/** A screen is painted with moves of the cursor, in whose stead blanks are left out. */
function wordsOf(screen: string): string {
  let words = "";
  for (let at = 0; at < screen.length; at += 1) {
    const char = screen[at] ?? "";
    if (char === "\u001b" && screen[at + 1] === "[")
      while (at < screen.length && !/[A-Za-z]/.test(screen[at] ?? "")) at += 1;
    else if (char > " ") words += char;
  }
  return words;
}
