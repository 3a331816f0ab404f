/** HookHost: the commit that git is making, read through the index git made for it. */

import { existsSync, lstatSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type Oid, parseOid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { configText, readConfigFiles } from "../git/identity.js";
import type { HookHost, StagedFile } from "../git/index/staged-diff--hook-host.js";
import type { GitLayout } from "../git/layout.js";
import { operationUnderWay } from "../git/layout--operation.js";
import type { Git } from "../git/process.js";
import { configPath } from "../memory/root--config-path.js";
import { attempt } from "../state/fs-calls.js";
import { corrupt } from "../state/fs-calls--failures.js";
import { readLinked, readPlainText } from "../state/plain-file.js";
import { replaceWhole } from "../state/plain-file--plain-write.js";

/**
 * Of all GIT_* variables one is heard: GIT_INDEX_FILE, because `git commit PATH` and `git commit -a` stage into an index of their
 * own, and only where it lies in this work tree's git dir. GIT_EDITOR says whether the message was typed in an editor.
 */
export function openHookHost(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<HookHost> {
  const operation = operationUnderWay(layout);
  if (!operation.ok) return operation;
  // Whoever commits waits: git is looked for, and what starts it loaded, when there is something to ask it.
  const git = async (): Promise<Outcome<Git>> => (await import("../git/process.js")).gitFor(layout, env);
  const index = indexOf(layout, env);
  const heard = index === null ? {} : { env: { GIT_INDEX_FILE: index } };
  const output = async (args: readonly string[], input?: string): Promise<Outcome<Buffer>> => {
    const ready = await git();
    return ready.ok ? ready.value.output(args, input === undefined ? heard : { ...heard, input }) : ready;
  };
  return ok({
    async staged() {
      const raw = await output(["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff"]);
      return raw.ok ? ok(parseRaw(raw.value.toString("utf8"))) : raw;
    },
    async blobs(oids) {
      if (oids.length === 0) return ok([]);
      const batch = await output(["cat-file", "--batch"], `${oids.join("\n")}\n`);
      return batch.ok ? parseBatch(batch.value, oids.length) : batch;
    },
    async claiming(ids, prefix) {
      const ready = await git();
      return ready.ok ? claiming(ready.value, heard, { ids, prefix }) : ready;
    },
    config: (path) => configAbove(layout, path),
    operation: operation.value,
    comment(message) {
      if (env.GIT_EDITOR === ":") return ok(null);
      const config = readConfigFiles(layout, env);
      if (!config.ok) return config;
      const said = configText(config.value, "core.commentstring") ?? configText(config.value, "core.commentchar");
      return ok(said === "auto" ? guessed(message) : (said ?? "#"));
    },
    readMessage: (file) =>
      attempt("read the commit message", () => strict(readLinked(resolve(layout.top, file), limits.gitTextBytesMax))),
    writeMessage: (file, text) =>
      attempt("write the commit message", () => replaceWhole(resolve(layout.top, file), text, 0o666)),
  });
}

/** The index of the commit under way; null where that is the work tree's own. */
export function indexOf(layout: GitLayout, env: NodeJS.ProcessEnv): string | null {
  const named = env.GIT_INDEX_FILE;
  if (named === undefined || named === "") return null;
  const path = resolve(layout.top, named);
  const below = relative(layout.gitDir, path);
  return below.startsWith("..") || isAbsolute(below) || !existsSync(path) ? null : path;
}

/** `:100644 100644 OLD NEW M\0path\0`, again and again. */
function parseRaw(text: string): readonly StagedFile[] {
  const fields = text.split("\0");
  const files: StagedFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", before = "", after = "", letter = ""] = fields[at]!.split(" ");
    const status = letter === "A" ? "added" : letter === "D" ? "deleted" : "changed";
    files.push({ path: fields[at + 1]!, status, mode, oid: oidOf(after), before: oidOf(before) });
  }
  return files;
}

/** Zeros stand for nothing. */
function oidOf(text: string): Oid | null {
  return /^0+$/.test(text) ? null : parseOid(text);
}

/** `OID TYPE SIZE\n`, the bytes, `\n`; or `OID missing\n`. */
function parseBatch(bytes: Buffer, count: number): Outcome<readonly (Uint8Array | null)[]> {
  const blobs: (Uint8Array | null)[] = [];
  let at = 0;
  while (blobs.length < count) {
    const newline = bytes.indexOf(10, at);
    const size =
      newline < 0 ? null : /^[0-9a-f]+ (?:blob (\d+)|missing)$/.exec(bytes.toString("latin1", at, newline));
    if (size === null) return corrupt("The command git cat-file gave an answer that cannot be read.");
    const length = size[1] === undefined ? null : Number(size[1]);
    blobs.push(length === null ? null : bytes.subarray(newline + 1, newline + 1 + length));
    at = newline + 1 + (length === null ? 0 : length + 1);
  }
  return ok(blobs);
}

const patternIdsMax = 64;

/** git looks through the index by itself, so that ten thousand pages are not read here to find one. */
async function claiming(
  git: Git,
  options: { readonly env?: Readonly<Record<string, string>> },
  asked: { readonly ids: readonly string[]; readonly prefix: string },
): Promise<Outcome<readonly { path: string; oid: Oid }[]>> {
  const names = asked.ids.length > patternIdsMax ? "[a-z0-9]" : `(${asked.ids.join("|")})`;
  const pattern = `^["']?id["']?[[:space:]]*:[[:space:]]*["']?${names}`;
  const where = ["--", asked.prefix === "" ? "." : asked.prefix];
  const found = await git.run(
    ["grep", "--cached", "--no-textconv", "-l", "-z", "-I", "-E", "-e", pattern, ...where],
    options,
  );
  if (!found.ok) return found;
  const named = new Set(found.value.stdout.toString("utf8").split("\0"));
  if (named.size <= 1) return ok([]);
  const listed = await git.output(["ls-files", "--cached", "--stage", "-z", ...where], options);
  if (!listed.ok) return listed;
  const files: { path: string; oid: Oid }[] = [];
  for (const line of listed.value.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const path = line.slice(tab + 1);
    const oid = parseOid(line.split(" ")[1] ?? "");
    if (tab > 0 && oid !== null && named.has(path)) files.push({ path, oid });
  }
  return ok(files);
}

function configAbove(layout: GitLayout, path: string): Outcome<{ prefix: string; text: string } | null> {
  return attempt(`read ${configPath}`, () => {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const file = join(layout.top, folder, configPath);
      if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
        return { prefix: folder === "." ? "" : `${folder}/`, text: readPlainText(file, limits.configBytesMax) };
      if (folder === "." || folder === "/") return null;
    }
  });
}

/** `core.commentChar=auto`: git's own help is the last paragraph, so its last line shows the character chosen. */
function guessed(message: string): string {
  const last = message.trimEnd().split("\n").at(-1) ?? "";
  return "#;@!$%^&|:".includes(last.charAt(0)) && last !== "" ? last.charAt(0) : "#";
}

function strict(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
