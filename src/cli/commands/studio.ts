/** Command studio: the memory in a browser, until it is stopped; or as one file that needs no server. */

import { resolve } from "node:path";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { openWorkspace } from "../../open.js";
import { attempt } from "../../state/fs-calls.js";
import { replaceWhole } from "../../state/plain-file.js";
import { filesOfPage, serveStudio } from "../../studio/server.js";
import { stillOf } from "../../studio/still.js";
import { type Call, nowOf, positiveWhole, type Reply, textOption } from "../command.js";
import { execute } from "../execute.js";
import { count } from "../render/render.js";
import { visibleLine } from "../render/table.js";
import { withWorkspace } from "../share/session.js";
import { runEditor } from "./change.js";
import { stopOnSignals } from "./clock.js";

export async function runStudio(call: Call): Promise<Outcome<Reply>> {
  const file = textOption(call, "static");
  if (file === null) return serve(call);
  if (file.endsWith(".html")) return still(call, file);
  return err(usage(`${file} does not end in .html.`, "For example: pagefile studio --static memory.html"));
}

async function serve(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  const typed = textOption(call, "port");
  const port = typed === null ? ok(0) : positiveWhole(typed, "--port", 65_535, 8_080);
  if (!port.ok) return port;
  const { cwd, repos, env } = call;
  const silent: Call["stdout"] = { isTTY: false };
  const served = await serveStudio(
    {
      open: () => openWorkspace({ cwd, repos, env, now: now.value, traces: false }),
      perform: (argv, stdin) => {
        const { program } = call;
        const given = async (): Promise<Uint8Array> => new TextEncoder().encode(stdin);
        return execute(argv, {
          cwd,
          env,
          program,
          stdin: given,
          stdout: silent,
          stderr: silent,
          tell: () => undefined,
        });
      },
      before: [
        ...repos.map((repo) => `--repo=${repo}`),
        ...(call.now === null || call.now === env.PAGEFILE_NOW ? [] : [`--now=${call.now}`]),
      ],
    },
    port.value,
  );
  if (!served.ok) return served;
  const { url, close } = served.value;
  const { theme } = call;
  call.tell(
    `${theme.bold("The studio is open:")} ${theme.cyan(url)}\n${theme.dim("Whoever has this address can read and change the memory. Stop it with Ctrl-C.")}\n`,
  );
  if (call.options.open !== false) void runEditor(browserOf(env), url, env);
  const stop = stopOnSignals();
  await new Promise<void>((end) => stop.onAsk(end));
  await close();
  return ok({ json: { url } });
}

/** What the environment names, else what the system opens addresses with. */
function browserOf(env: NodeJS.ProcessEnv): string {
  const named = env.BROWSER?.trim() ?? "";
  if (named !== "") return named;
  if (process.platform === "win32") return "rundll32 url.dll,FileProtocolHandler";
  return process.platform === "darwin" ? "open" : "xdg-open";
}

function still(call: Call, file: string): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const made = await stillOf(workspace, filesOfPage());
    if (!made.ok) return made;
    const path = resolve(call.cwd, file);
    const { html, pages, listed } = made.value;
    const written = attempt(`write ${path}`, () => replaceWhole(path, html));
    if (!written.ok) return written;
    const left = listed === 0 ? "" : `, ${count(listed, "page")} without text, because the file is full`;
    return ok({
      json: { file: path, bytes: Buffer.byteLength(html), pages, listed },
      out: (theme) =>
        `${theme.green("written")}  ${visibleLine(path)}  ${theme.dim(`${count(pages, "page")}${left}; what is private stays out`)}\n`,
      onQuiet: "drop",
    });
  });
}
