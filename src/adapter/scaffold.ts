/** Scaffold: the folder, the repository and the first files of a new memory, on a real disk. */

import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Outcome } from "../base/failure.js";
import { parsePagePath } from "../base/ids.js";
import { compareText } from "../base/order.js";
import { ok } from "../base/result.js";
import type { Scaffold } from "../port/scaffold.js";
import { attempt, errnoOf } from "./fs-calls.js";
import { initNative } from "./git/init-native.js";
import { findLayout } from "./git/layout.js";

/** `templatesDir` holds a folder for each profile; `engine` says who makes the repository. */
export function openScaffold(options: {
  readonly templatesDir: string;
  readonly engine: "native" | "embedded";
  readonly env: NodeJS.ProcessEnv;
}): Scaffold {
  return {
    newStoreId: () => randomBytes(10).toString("hex"),
    ensureRepository: (dir) => ensureRepository(dir, options),
    survey: (dir) => attempt(`Reading the folder ${dir}`, () => readdirSync(dir).sort(compareText)),
    templates: (profile) =>
      attempt(`Reading the templates`, () => readTemplates(join(options.templatesDir, profile))),
    write: (dir, path, text) => writeNew(join(dir, path), text),
  };
}

async function ensureRepository(
  dir: string,
  options: { readonly engine: "native" | "embedded"; readonly env: NodeJS.ProcessEnv },
): Promise<Outcome<"made" | "found">> {
  const made = attempt(`Making the folder ${dir}`, () => void mkdirSync(dir, { recursive: true }));
  if (!made.ok) return made;
  const layout = findLayout(dir);
  if (layout.ok) return ok("found");
  if (layout.error.code !== "not_a_repository") return layout;
  const init = options.engine === "native" ? await initNative(dir, options.env) : await initWithoutGit(dir);
  return init.ok ? ok("made") : init;
}

async function initWithoutGit(dir: string): Promise<Outcome<void>> {
  const { initEmbedded } = await import("./embedded/init-embedded.js");
  return initEmbedded(dir, { defaultBranch: "main" });
}

function readTemplates(folder: string): { path: string; text: string }[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.split("\\").join("/"));
  return paths
    .filter((path) => path.endsWith(".md") && parsePagePath(path) !== null)
    .sort(compareText)
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** O_EXCL: of two that make the same file at once, one keeps what the other wrote. */
function writeNew(path: string, text: string): Outcome<"created" | "kept"> {
  return attempt(`Writing ${path}`, () => {
    mkdirSync(dirname(path), { recursive: true });
    let file: number;
    try {
      file = openSync(path, "wx", 0o644);
    } catch (error) {
      if (errnoOf(error) === "EEXIST") return "kept";
      throw error;
    }
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return "created";
  });
}
