/**
 * Studio: a memory in a browser: what stands in prompts and why, the pages with their past, and what waits for a person. It is served on 127.0.0.1
 * to whoever has its address, until it is stopped.
 *
 * A request passes the guard (`admit`), and then is one of four things. A file of the page itself comes from the package. A view (`views.ts`,
 * `past.ts`) is read from the memory that `watch.ts` holds open and in step with the disk. An act (`acts.ts`) is a command line, which is run one
 * at a time through the same functions as if it was typed; and a whole page from the editor is saved as `pagefile edit` does. And the stream of events tells the page
 * that something has changed, so that it asks again for what it shows. `still.ts` puts all views into one file that needs no server.
 *
 * The page is below `client`: it runs in the browser, is bundled by the build, and knows of the server what `shape.ts` says.
 */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import { parseLine } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Failure, type Outcome, ok, usage } from "../base/result.js";
import { openQueue } from "../git/repository.js";
import type { Cost } from "../kernel/cost.js";
import type { Workspace } from "../memory/workspace.js";
import { packageRoot } from "../state/machine.js";
import { argvOf, editLine, lineOf, save, shownOf, wordsOf } from "./acts.js";
import { billOf, cost, now, time, transcriptOf } from "./past.js";
import type { Act, ActAnswer, Answer, BillAnswer, TonightAnswer } from "./shape.js";
import { askRecall, blamed, changes, history, inbox, overview, page } from "./views.js";
import { openWatchedMemory, type WatchedMemory } from "./watch.js";

export interface StudioTools {
  readonly open: () => Promise<Outcome<Workspace>>;
  /** Runs a command line with this standard input; never fails. */
  readonly perform: (
    argv: readonly string[],
    stdin: string,
  ) => Promise<{ readonly stdout: string; readonly exit: number }>;
  /** `--repo` and its like, which name the memory in every command line. */
  readonly before: readonly string[];
}

export interface Studio {
  /** Where a browser finds it, with the token. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What reads a view: its parameters by name. */
type View = (workspace: Workspace, query: URLSearchParams) => Promise<Outcome<unknown>>;

/** The views by name; `tonight` and `bill` are command lines and `overview` is kept, and they stand apart. */
const views: Readonly<Record<string, View>> = {
  page: (workspace, query) => page(workspace, query.get("id") ?? ""),
  history: (workspace, query) => history(workspace, query.get("id")),
  changes: (workspace, query) => changes(workspace, { id: query.get("id"), commit: query.get("commit") }),
  blame: (workspace, query) => blamed(workspace, query.get("id") ?? ""),
  inbox: (workspace) => inbox(workspace),
  now: async (workspace) => now(workspace),
  recall: (workspace, query) => askRecall(workspace, (query.get("q") ?? "").slice(0, limits.recallQueryCharsMax)),
  time: (workspace) => time(workspace),
  cost: async (workspace) => cost(workspace),
};

/** The files of the page, as the build left them. */
export interface Files {
  readonly script: string;
  readonly style: string;
}

export function filesOfPage(): Files {
  const read = (name: string): string => readFileSync(join(packageRoot(), "dist", "studio", name), "utf8");
  return { script: read("studio.js"), style: read("studio.css") };
}

/** Serves until it is closed; `port` 0 takes any that is free. */
export async function serveStudio(tools: StudioTools, port: number): Promise<Outcome<Studio>> {
  const files = filesOfPage();
  const opened = await openWatchedMemory(tools.open);
  if (!opened.ok) return opened;
  const live = opened.value;
  const token = randomBytes(18).toString("base64url");
  const served: Served = { tools, live, files, overview: null, inTurn: openQueue() };
  let at = port;
  const server = createServer((request, response) => {
    const admission = admit(
      { method: request.method ?? "", url: request.url ?? "", headers: request.headers },
      { port: at, token },
    );
    if ("status" in admission) return send(response, admission.status, "text/plain", admission.says);
    void answer(served, { request, response, ...admission }).catch((error: unknown) => {
      send(response, 500, "application/json", JSON.stringify(failed(bugOf(error))));
    });
  });
  server.requestTimeout = 60_000;
  const listening = await listen(server, port);
  if (!listening.ok) {
    await live.close();
    return listening;
  }
  at = listening.value;
  // The first look at a view is not the one that waits; what went wrong is told to whoever asks.
  void overviewText(served).catch(() => {});
  return ok({
    url: `http://127.0.0.1:${at}/${token}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await live.close();
    },
  });
}

function listen(server: Server, port: number): Promise<Outcome<number>> {
  return new Promise((done) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      done(err(usage(`The port ${port} cannot be had (${error.code}).`, "Leave --port out: any free one is taken."))),
    );
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      done(ok(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

interface Served {
  readonly tools: StudioTools;
  readonly live: WatchedMemory;
  readonly files: Files;
  /** The first view as text, of one generation: it is the same for every page that opens. */
  overview: { readonly generation: number; readonly text: Promise<string> } | null;
  /** Acts, one after the other. */
  readonly inTurn: ReturnType<typeof openQueue>;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
}

async function answer(served: Served, { request, response, path, query }: Asked): Promise<void> {
  const { live, files } = served;
  if (request.method === "POST") {
    const act = path === "act" ? await bodyOf(request) : null;
    if (act === null) return send(response, 400, "text/plain", "An act was expected.");
    return send(response, 200, "application/json", JSON.stringify(await done(served, act)));
  }
  if (path === "" && !request.url?.split("?")[0]?.endsWith("/")) return redirect(response, request.url ?? "");
  if (path === "") return send(response, 200, "text/html", shell);
  if (path === "studio.js") return send(response, 200, "text/javascript", files.script);
  if (path === "studio.css") return send(response, 200, "text/css", files.style);
  if (path === "events") return stream(response, live);
  const name = path.startsWith("api/") ? path.slice("api/".length) : "";
  if (name === "overview") return send(response, 200, "application/json", await overviewText(served));
  if (name === "tonight") return send(response, 200, "application/json", JSON.stringify(await tonight(served)));
  if (name === "bill")
    return send(response, 200, "application/json", JSON.stringify(await bill(served, query.get("session") ?? "")));
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  if (view === undefined) return send(response, 404, "text/plain", "There is nothing here.");
  send(response, 200, "application/json", JSON.stringify(await viewed(live, view, query)));
}

/** The page itself, which holds no script and no text of the memory. */
const shell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pagefile studio</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="studio.css">
<link rel="preload" href="api/overview" as="fetch" crossorigin>
<script src="studio.js" defer></script>
</head>
<body><div id="app"></div><noscript>The studio needs JavaScript.</noscript></body>
</html>
`;

async function viewed(live: WatchedMemory, view: View, query: URLSearchParams): Promise<Answer<unknown>> {
  const workspace = await live.workspace();
  const found = workspace.ok ? await view(workspace.value, query) : workspace;
  return found.ok ? found : failed(found.error);
}

async function overviewText(served: Served): Promise<string> {
  const generation = served.live.generation();
  if (served.overview?.generation !== generation) {
    const view: View = (workspace) => overview(workspace, { generation, before: wordsOf(served.tools.before) });
    const forget = (): void => {
      if (served.overview === kept) served.overview = null;
    };
    const text = viewed(served.live, view, new URLSearchParams()).then((found) => {
      if (!found.ok) forget();
      return JSON.stringify(found);
    });
    const kept = { generation, text };
    served.overview = kept;
    text.catch(forget);
  }
  return served.overview.text;
}

/** What a night would do now: a plan that a command makes, and nothing is written. */
async function tonight({ tools }: Served): Promise<Answer<TonightAnswer>> {
  const { stdout } = await tools.perform(argvOf(lineOf("tonight", {})!, tools.before), "");
  const told = JSON.parse(stdout) as { plan?: TonightAnswer["commits"]; error?: { says: string; hint: string } };
  if (told.error !== undefined) return { ok: false, ...told.error };
  return { ok: true, value: { commits: told.plan ?? [] } };
}

/** What a session cost by its harness's own record, as the command tells it. */
async function bill({ tools, live }: Served, session: string): Promise<Answer<BillAnswer>> {
  const workspace = await live.workspace();
  if (!workspace.ok) return failed(workspace.error);
  const file = transcriptOf(session, workspace.value.primary.place.env);
  if (file === null) {
    const says = `No harness of this user has a record of ${session === "" ? "it" : `session ${session}`} on this machine.`;
    return failed({ says, hint: "Where it lies elsewhere: pagefile cost FILE" });
  }
  const { stdout } = await tools.perform([...tools.before, "--json", "cost", "--", file], "");
  const told = JSON.parse(stdout) as { sessions?: readonly Cost[]; error?: { says: string; hint: string } };
  const [cost] = told.sessions ?? [];
  return cost === undefined
    ? failed(told.error ?? { says: "Nothing is told of it.", hint: "" })
    : { ok: true, value: billOf(file, cost) };
}

// Act: one after the other, so that two of one person never wait for each other's locks.

async function done(served: Served, act: Act): Promise<ActAnswer> {
  const answered = await served.inTurn(() => doneNow(served, act));
  served.live.touched();
  return answered;
}

async function doneNow({ tools, live }: Served, { act, words }: Act): Promise<ActAnswer> {
  if (act === "save") {
    const line = editLine(words.page ?? "", tools.before);
    const workspace = await live.workspace();
    const wish = { page: words.page ?? "", text: words.text ?? "", oid: words.oid ?? "" };
    const saved = workspace.ok ? await save(workspace.value, wish, line) : workspace;
    return saved.ok ? saved.value : told(line, { ...saved.error, reason: null });
  }
  const line = lineOf(act, words);
  if (line === null) return told("", { says: `There is no act “${act}”.`, hint: "", reason: null });
  const shown = shownOf(line, tools.before);
  const { stdout, exit } = await tools.perform(argvOf(line, tools.before), line.stdin ?? "");
  return outcomeOf(stdout, exit, shown);
}

function told(line: string, { says, hint, reason }: Pick<ActAnswer, "says" | "hint" | "reason">): ActAnswer {
  return { ok: false, line, says, hint, reason, commit: null };
}

/** What a command printed for programs, in the words of a person. */
function outcomeOf(stdout: string, exit: number, line: string): ActAnswer {
  const printed = JSON.parse(stdout === "" ? "{}" : stdout) as Readonly<Record<string, unknown>>;
  const wrong = (printed.error ?? printed.rejected) as Partial<ActAnswer> | undefined;
  if (wrong !== undefined)
    return told(line, { says: wrong.says ?? "", hint: wrong.hint ?? "", reason: wrong.reason ?? null });
  const waits = Array.isArray(printed.waits) ? printed.waits.filter((each) => typeof each === "string") : [];
  const refused = Array.isArray(printed.refused) ? printed.refused.map((each) => String(each?.says ?? "")) : [];
  const left = [...waits, ...refused].filter((each) => each !== "").join(" ");
  if (exit !== 0 || left !== "")
    return told(line, {
      says: left === "" ? String(printed.says ?? "It was refused.") : left,
      hint: String(printed.hint ?? ""),
      reason: null,
    });
  const commit = typeof printed.commit === "string" ? printed.commit : null;
  const known =
    printed.restored === undefined ? "It stood there already." : "It was committed before, and is on disk again.";
  const says = printed.unchanged === true ? known : commit === null ? "Done." : "Committed.";
  return { ok: true, line, says, hint: "", reason: null, commit };
}

// Wire: how requests are read and answers are sent.

/** A person's page at most, with room for what JSON adds. */
const bodyBytesMax = 4 * limits.pageBytesMax;

/** null for what is no act. */
async function bodyOf(request: IncomingMessage): Promise<Act | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk as Buffer);
  }
  const { act, words } = parseLine(Buffer.concat(chunks).toString("utf8")) ?? {};
  if (typeof act !== "string" || words === null || typeof words !== "object") return null;
  const isFit = Object.values(words).every((word) => typeof word === "string" && !word.includes("\0"));
  return isFit ? { act, words: words as Act["words"] } : null;
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...closed, "Content-Type": `${type}; charset=utf-8` });
  response.end(text);
}

function redirect(response: ServerResponse, url: string): void {
  response.writeHead(302, { ...closed, Location: `${url.split("?")[0]}/` });
  response.end();
}

/** Tells of changes as they come, and now and then that the line still stands. */
function stream(response: ServerResponse, live: WatchedMemory): void {
  response.writeHead(200, { ...closed, "Content-Type": "text/event-stream; charset=utf-8" });
  response.write(`retry: 1000\ndata: ${live.generation()}\n\n`);
  const stop = live.onChange((generation) => response.write(`data: ${generation}\n\n`));
  const beat = setInterval(() => response.write(": \n\n"), 15_000);
  response.on("close", () => {
    stop();
    clearInterval(beat);
  });
}

function failed({ says, hint }: Pick<Failure, "says" | "hint">): Answer<never> {
  return { ok: false, says, hint };
}

function bugOf(error: unknown): Pick<Failure, "says" | "hint"> {
  return { says: `This is a bug in Pagefile: ${error instanceof Error ? error.message : String(error)}`, hint: "" };
}

// Guard: who may ask the studio: a browser that was given the address with its token, for a page that the studio itself served.

export interface Knock {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

interface Door {
  readonly port: number;
  readonly token: string;
}

/** A path below the token, with what stands behind `?`, or the answer that a stranger gets. */
export type Admission =
  | { readonly path: string; readonly query: URLSearchParams }
  | { readonly status: 403 | 404 | 405 | 415; readonly says: string };

const refused = { status: 403, says: "This is not for you." } as const;

function admit({ method, url, headers }: Knock, { port, token }: Door): Admission {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const host = headers.host ?? "";
  // A name that an attacker made to point at 127.0.0.1 is still that name here.
  if (!hosts.includes(host)) return refused;
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return refused;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return { status: 405, says: "GET or POST." };
  if (method === "POST" && origin === undefined) return refused;
  if (method === "POST" && !/^application\/json\b/.test(headers["content-type"] ?? ""))
    return { status: 415, says: "JSON was expected." };
  // An address with a host of its own is for a proxy, and this is none.
  if (!/^\/(?!\/)/.test(url)) return { status: 404, says: "There is nothing here." };
  const asked = new URL(url, `http://${host}`);
  const [, given = "", ...rest] = asked.pathname.split("/");
  if (!isSame(given, token)) return { status: 404, says: "There is nothing here." };
  const path = rest.join("/");
  if (!isFromHere(headers, path)) return refused;
  return { path, query: asked.searchParams };
}

/** Browsers say where a request comes from; a link from elsewhere may open the page itself, and nothing else. */
function isFromHere(headers: IncomingHttpHeaders, path: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return true;
  return path === "" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

/** Takes as long for a wrong token as for the right one. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(a!, b!);
}

/** No script but ours, nothing from elsewhere, nothing kept, in no frame. */
const closed: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};
