/** Served: the built studio in a process of its own on a memory of a test, and requests to it as a browser would make them, or anyone else. */

import { type ChildProcess, spawn } from "node:child_process";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Act, ActAnswer, Answer } from "../../src/studio/shape.js";
import type { Cli } from "../support/cli.js";

const binary = fileURLToPath(new URL("../../dist/pagefile.cjs", import.meta.url));

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Served {
  readonly url: string;
  readonly origin: string;
  readonly process: ChildProcess;
  /** Of an address below the token. */
  readonly ask: (path: string, asking?: Asking) => Promise<Told>;
  /** Of any path of the server. */
  readonly askAny: (path: string, asking?: Asking) => Promise<Told>;
  readonly view: <T>(name: string, query?: Readonly<Record<string, string>>) => Promise<Answer<T>>;
  readonly act: (act: string, words: Act["words"]) => Promise<ActAnswer>;
}

export async function served(
  program: Cli,
  root: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [binary, "--repo", root, "studio", "--no-open"], {
    cwd: program.folder,
    env: { ...program.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const url = await addressOf(child);
  const { origin, pathname, port } = new URL(url);
  const askAny: Served["askAny"] = (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((done, fail) => {
      const asked = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      asked.on("error", fail);
      asked.end(body);
    });
  const ask: Served["ask"] = (path, asking) => askAny(`${pathname}${path}`, asking);
  return {
    ...{ url, origin, process: child, ask, askAny },
    view: async (name, query = {}) => JSON.parse((await ask(`api/${name}?${new URLSearchParams(query)}`)).text),
    async act(act, words) {
      const headers = { "Content-Type": "application/json", Origin: origin };
      return JSON.parse((await ask("act", { method: "POST", headers, body: JSON.stringify({ act, words }) })).text);
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    child.stdout?.setEncoding("utf8");
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (chunk: string) => {
      text += chunk;
    });
    child.stdout?.on("data", (chunk: string) => {
      text += chunk;
      const url = /http:\/\/\S+/.exec(text)?.[0];
      if (url !== undefined) done(url);
    });
    child.on("exit", () => fail(new Error(`The studio ended: ${text}`)));
  });
}
