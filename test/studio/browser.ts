/**
 * Browser: Debian's Chromium, driven over a pipe by its DevTools protocol, so that a story is told with real keys on a real page. Where there is no
 * browser it is installed where that was asked for, and else said loudly.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

export interface Tab {
  readonly goto: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** The value of an expression of the page; a promise is waited for. */
  readonly value: <T>(expression: string) => Promise<T>;
  /** Waits until the expression is true, and fails with what the page shows instead. */
  readonly until: (expression: string, ms?: number) => Promise<void>;
  /** Waits until the page shows the text. */
  readonly shows: (text: string, ms?: number) => Promise<void>;
  /** A key as a person presses it: `a`, `Enter`, `Escape`, `Ctrl+s`. */
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Clicks the first element that the selector names and that holds the text. */
  readonly click: (selector: string, text?: string) => Promise<void>;
  readonly size: (width: number, height: number) => Promise<void>;
  readonly scheme: (scheme: "light" | "dark") => Promise<void>;
  /** A picture of what is in sight. */
  readonly picture: (file: string) => Promise<void>;
  /** What the console and the page said was wrong so far, and what was asked of other hosts. */
  readonly errors: () => readonly string[];
  readonly close: () => Promise<void>;
}

export interface Browser {
  readonly tab: () => Promise<Tab>;
  readonly close: () => Promise<void>;
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** null where there is none and none can be had. Nothing is installed on a machine whose owner did not ask: PAGEFILE_BROWSER=install. */
export function chromium(): string | null {
  const found = installed();
  if (found !== null || process.env.PAGEFILE_BROWSER !== "install") return found;
  spawnSync("apt-get", ["update", "-q"], { timeout: 120_000 });
  spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], { timeout: 400_000 });
  return installed();
}

function installed(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

/** To be said where a story cannot be told. */
export const missing =
  "SKIPPED, NOT PASSED: the studio's stories need Chromium, and there is none: apt-get install chromium, or PAGEFILE_BROWSER=install as root";

/** Where a picture goes; null where nobody wants any. */
export function pictureFile(name: string): string | null {
  const folder = process.env.PAGEFILE_PICTURES;
  if (folder === undefined) return null;
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.png`);
}

export async function openBrowser(program: string): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), "pagefile-browser-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"];
  const quiet = [
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--hide-scrollbars",
  ];
  const child = spawn(program, [...flags, ...quiet, `--user-data-dir=${home}`, "about:blank"], {
    // A group of its own, so that its helpers end with it.
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: home },
  });
  const wire = wireOf(child);
  return {
    async tab() {
      const { targetId } = await wire.send("Target.createTarget", { url: "about:blank" }, null);
      const { sessionId } = await wire.send("Target.attachToTarget", { targetId, flatten: true }, null);
      const close = (): Promise<void> =>
        wire.send("Target.closeTarget", { targetId: String(targetId) }, null).then(() => {});
      return { ...(await tabOf(wire, sessionId as string)), close };
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child.once("exit", done));
        killGroup(child);
        await ended;
      }
      killGroup(child);
      await removed(home);
    },
  };
}

/** The browser and all that it started. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it lives any more.
  }
}

/** Helpers of the browser may write until they end. What still stands after five seconds is left to the system: it is no part of a story. */
async function removed(home: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return rmSync(home, { recursive: true, force: true });
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

type Json = Readonly<Record<string, unknown>>;

interface Wire {
  readonly send: (method: string, params: Json, session: string | null) => Promise<Json>;
  readonly on: (session: string, heard: (method: string, params: Json) => void) => void;
}

/** Messages end in a NUL. */
function wireOf(child: ChildProcess): Wire {
  const [to, from] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const waiting = new Map<number, (message: Json) => void>();
  const hearers = new Map<string, (method: string, params: Json) => void>();
  let text = "";
  let count = 0;
  from.setEncoding("utf8");
  from.on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\0"); end >= 0; end = text.indexOf("\0")) {
      const message = JSON.parse(text.slice(0, end)) as Json;
      text = text.slice(end + 1);
      if (typeof message.id === "number") waiting.get(message.id)?.(message);
      else hearers.get(String(message.sessionId))?.(String(message.method), (message.params ?? {}) as Json);
    }
  });
  return {
    send: (method, params, session) =>
      new Promise((done, fail) => {
        count += 1;
        const id = count;
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error === undefined) done((result ?? {}) as Json);
          else fail(new Error(`${method}: ${JSON.stringify(error)}`));
        });
        to.write(`${JSON.stringify({ id, method, params, ...(session === null ? {} : { sessionId: session }) })}\0`);
      }),
    on: (session, heard) => hearers.set(session, heard),
  };
}

const keyCodes: Readonly<Record<string, number>> = { Enter: 13, Escape: 27, Tab: 9, ArrowDown: 40, ArrowUp: 38 };

const desktop = { deviceScaleFactor: 1, mobile: false };

async function tabOf(wire: Wire, session: string): Promise<Omit<Tab, "close">> {
  const send = (method: string, params: Json = {}): Promise<Json> => wire.send(method, params, session);
  const errors: string[] = [];
  wire.on(session, (method, params) => errors.push(...troubleIn(method, params)));
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  const value = async <T>(expression: string): Promise<T> => {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = (await send("Runtime.evaluate", params)) as {
      result: Json;
      exceptionDetails?: Json;
    };
    if (exceptionDetails !== undefined)
      throw new Error(`${expression}: ${JSON.stringify(exceptionDetails).slice(0, 500)}`);
    return result.value as T;
  };
  const until = async (expression: string, ms = 10_000): Promise<void> => {
    const end = Date.now() + ms;
    while (!(await value<boolean>(`Boolean(${expression})`).catch(betweenPages))) {
      if (Date.now() > end) {
        const seen = await value<string>("document.body?.innerText ?? ''");
        throw new Error(`The page never came to ${expression}; it shows:\n${seen.slice(0, 3_000)}`);
      }
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const press = async (typed: string): Promise<void> => {
    const control = typed.startsWith("Ctrl+");
    const key = control ? typed.slice("Ctrl+".length) : typed;
    const about = {
      key,
      modifiers: control ? 2 : 0,
      windowsVirtualKeyCode: keyCodes[key] ?? key.toUpperCase().charCodeAt(0),
    };
    const text = control || key.length > 1 ? (key === "Enter" && !control ? { text: "\r" } : {}) : { text: key };
    await send("Input.dispatchKeyEvent", { type: "keyDown", ...about, ...text });
    await send("Input.dispatchKeyEvent", { type: "keyUp", ...about });
  };
  const loaded = async (method: string, params: Json): Promise<void> => {
    await send(method, params);
    await until("document.readyState === 'complete'");
  };
  const found = (selector: string, text: string): string =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.textContent.includes(${JSON.stringify(text)}))`;
  return {
    value,
    until,
    press,
    shows: (text, ms) => until(`document.body?.innerText.includes(${JSON.stringify(text)})`, ms),
    goto: (url) => loaded("Page.navigate", { url }),
    reload: () => loaded("Page.reload", {}),
    async type(text) {
      await send("Input.insertText", { text });
    },
    async click(selector, text = "") {
      await until(found(selector, text));
      await value(`${found(selector, text)}.scrollIntoView({ block: "center" })`);
      await value(`${found(selector, text)}.click()`);
    },
    size: (width, height) => send("Emulation.setDeviceMetricsOverride", { width, height, ...desktop }).then(() => {}),
    async scheme(scheme) {
      await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    },
    async picture(file) {
      const { data } = await send("Page.captureScreenshot", { format: "png" });
      writeFileSync(file, Buffer.from(String(data), "base64"));
    },
    errors: () => errors,
  };
}

/** A page that is on its way to another has nothing true in it yet; every other fault is one. */
function betweenPages(fault: unknown): false {
  if (/Inspected target navigated or closed|context was destroyed|Cannot find context/.test(String(fault)))
    return false;
  throw fault;
}

function troubleIn(method: string, params: Json): readonly string[] {
  if (method === "Runtime.exceptionThrown")
    return [`exception: ${JSON.stringify(params.exceptionDetails).slice(0, 500)}`];
  if (method === "Runtime.consoleAPICalled" && params.type === "error")
    return [`console: ${JSON.stringify(params.args).slice(0, 500)}`];
  if (method === "Log.entryAdded") {
    const { level, text, url } = params.entry as { level: string; text: string; url?: string };
    return level === "error" ? [`log: ${text} ${url ?? ""}`] : [];
  }
  if (method !== "Network.requestWillBeSent") return [];
  const { url } = params.request as { url: string };
  return /^(?:http:\/\/127\.0\.0\.1:|data:|file:|about:|blob:)/.test(url) ? [] : [`asked another host: ${url}`];
}
