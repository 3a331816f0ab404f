/** Config: `pagefile.yaml`, the file that marks a memory root and holds data alone, nothing that is ever run. */

import { globProblem } from "../base/glob.js";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result.js";
import { printIn, type YamlValue } from "../page/frontmatter/print.js";
import { scanFrontmatter, valueOf } from "../page/frontmatter/scan.js";
import { type Finding, type Scope, scopes } from "../page/page.js";
import { loadRulesOf, loadVersionsOf, type ProfileName, profileNames } from "./profile.js";
import { configPath } from "./service.js";

export interface Config {
  /** Identity of the store; survives rename, move and worktree. */
  readonly store: string;
  /** What people call the store; shown where two stores hold one id. */
  readonly name: string;
  readonly profile: ProfileName;
  /** The harness's version, from `profile: openclaw@2026.4`; absent, the newest that is known. */
  readonly harness?: string;
  readonly scope: Scope;
  /** Tokens; what `assemble` takes when no budget is given. */
  readonly budgetTokens: number;
  /** What nights may do; absent keys are their defaults. */
  readonly nights?: Nights;
  /** `off` forbids that words of this memory are shown to a model, whatever the user has set up; absent, that is the user's to say. */
  readonly summarizer?: "off";
  /** The same of the model that recall may ask how near texts are in meaning. */
  readonly embedder?: "off";
  /** `off`: no log tells of sessions. `shared`: logs that do are committed where others get them too; absent, they stay on this machine there. */
  readonly episodes?: "off" | "shared";
  /** Patterns of files that are pages besides those of the profile, and of files that are none; what is excluded stays out. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** `propose`: what may leave a page is shown, and a person settles it. `on`: it leaves. `off`: nobody looks for it. */
export type TrimMode = "off" | "propose" | "on";

interface Nights {
  readonly trim?: TrimMode;
  /** The most lines MEMORY.md may have; absent, what its harness loads. */
  readonly memoryLines?: number;
}

const trimModes: readonly TrimMode[] = ["off", "propose", "on"];
const nightKeys = ["trim", "memoryLines"] as const;

const formatVersion = 1;
const knownKeys: ReadonlySet<string> = new Set([
  "pagefile",
  "store",
  "name",
  "profile",
  "scope",
  "budget",
  "nights",
  "summarizer",
  "embedder",
  "episodes",
  "include",
  "exclude",
]);

type Parsed = Result<{ readonly config: Config; readonly findings: readonly Finding[] }, Finding>;

/** As `parseConfig`, of a file that somebody may be merging: where git has left its marks the side that was here counts, and the marks are told. */
export function parseMerging(text: string): Parsed {
  const marked = ourSideOf(text);
  const parsed = parseConfig(marked?.text ?? text);
  if (marked === null || !parsed.ok) return parsed;
  const { config, findings } = parsed.value;
  return ok({ config, findings: [...findings, marksAt(marked.line)] });
}

/** Unknown keys are findings; a file that does not parse, or is of another format version, is one error finding. */
export function parseConfig(text: string): Parsed {
  if (text.length > limits.configBytesMax) return err(broken(0, "The file is larger than 64 KB."));
  const marked = ourSideOf(text);
  if (marked !== null) return err(marksAt(marked.line));
  const scanned = scanFrontmatter(configPath, `---\n${text.endsWith("\n") ? text : `${text}\n`}---\n`);
  if (!scanned.ok)
    return err({ ...scanned.error, code: "config_invalid", line: Math.max(0, scanned.error.line - 1) });
  if (scanned.value === null) return err(broken(0, "The file is empty."));
  const values = valueOf(scanned.value.root) as { readonly [key: string]: YamlValue };
  if (values.pagefile !== formatVersion) {
    return err(
      broken(
        1,
        `Format ${formatVersion} was expected in “pagefile:”, found ${JSON.stringify(values.pagefile ?? null)}.`,
      ),
    );
  }
  if (typeof values.store !== "string" || !/^[A-Za-z0-9]{8,64}$/.test(values.store)) {
    return err(broken(0, "“store:” is missing or is not 8 to 64 letters and digits."));
  }
  const findings: Finding[] = [];
  const config: Config = {
    store: values.store,
    name:
      typeof values.name === "string" && values.name !== "" ? values.name : values.store.slice(0, 8).toLowerCase(),
    ...profileFrom(values.profile, findings),
    scope: oneOf(values.scope, scopes, "project", "scope", findings),
    budgetTokens: budgetOf(values.budget, findings),
    ...nightsFrom(values.nights, findings),
    ...forbidden("summarizer", values.summarizer, findings),
    ...forbidden("embedder", values.embedder, findings),
    ...episodesFrom(values.episodes, findings),
    ...globsOf("include", values.include, findings),
    ...globsOf("exclude", values.exclude, findings),
  };
  const unknown = Object.keys(values).filter((key) => !knownKeys.has(key));
  if (unknown.length > 0) {
    findings.push(
      remark("key_unknown", `Unknown keys: ${unknown.join(", ")}.`, `Known keys: ${[...knownKeys].join(", ")}.`),
    );
  }
  return ok({ config, findings });
}

/** Without what came from the other side, and the line on which git's marks begin; null where there are none. */
function ourSideOf(text: string): { readonly text: string; readonly line: number } | null {
  const kept: string[] = [];
  let line: number | null = null;
  let isOurs = true;
  for (const [at, each] of text.split("\n").entries()) {
    const mark = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r]|$)/.exec(each)?.[0].charAt(0);
    if (mark === "<") line ??= at + 1;
    if (mark === undefined || line === null) {
      if (isOurs) kept.push(each);
    } else isOurs = mark === "<" || mark === ">";
  }
  return line === null ? null : { text: kept.join("\n"), line };
}

/** The text `pagefile init` writes. */
export function printConfig(config: Config): string {
  return [
    "# This folder is a Pagefile memory repository.",
    `pagefile: ${formatVersion}`,
    `store: ${config.store}`,
    `name: ${printIn(config.name, "block")}`,
    `profile: ${config.profile}${config.harness === undefined ? "" : `@${config.harness}`}`,
    `scope: ${config.scope}`,
    `budget: { tokens: ${config.budgetTokens} }`,
    ...printNights(config.nights),
    ...(config.summarizer === undefined ? [] : [`summarizer: ${config.summarizer}`]),
    ...(config.embedder === undefined ? [] : [`embedder: ${config.embedder}`]),
    ...(config.episodes === undefined ? [] : [`episodes: ${config.episodes}`]),
    ...(config.include === undefined ? [] : [`include: ${printIn(config.include, "block")}`]),
    ...(config.exclude === undefined ? [] : [`exclude: ${printIn(config.exclude, "block")}`]),
    "",
  ].join("\n");
}

export const defaultBudgetTokens = 4096;

/** `openclaw`, or `openclaw@2026.4` for what that version loads. */
function profileFrom(value: YamlValue | undefined, findings: Finding[]): Pick<Config, "profile" | "harness"> {
  const at = typeof value === "string" ? value.indexOf("@") : -1;
  if (typeof value !== "string" || at < 0)
    return { profile: oneOf(value, profileNames, "plain", "profile", findings) };
  const profile = oneOf(value.slice(0, at), profileNames, "plain", "profile", findings);
  const harness = value.slice(at + 1);
  if (loadRulesOf(profile, harness) !== null) return { profile, harness };
  const known = loadVersionsOf(profile);
  const says = `Nothing is known of what ${profile} ${harness} loads; using ${known.at(-1) ?? "no version"}.`;
  findings.push(remark("config_invalid", says, `Known from: ${known.join(", ") || "no version"}.`));
  return { profile };
}

function oneOf<T extends string>(
  value: YamlValue | undefined,
  allowed: readonly T[],
  fallback: T,
  key: string,
  findings: Finding[],
): T {
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  findings.push(
    remark(
      "config_invalid",
      `“${key}” is ${JSON.stringify(value)}; using ${fallback}.`,
      `One of ${allowed.join(", ")}.`,
    ),
  );
  return fallback;
}

function budgetOf(value: YamlValue | undefined, findings: Finding[]): number {
  if (value === undefined) return defaultBudgetTokens;
  const tokens = value !== null && typeof value === "object" && "tokens" in value ? value.tokens : value;
  if (typeof tokens === "number" && Number.isInteger(tokens) && tokens > 0) return tokens;
  findings.push(
    remark(
      "config_invalid",
      `“budget” is not a positive whole number; using ${defaultBudgetTokens}.`,
      "Write budget: { tokens: 4096 }.",
    ),
  );
  return defaultBudgetTokens;
}

/** A key that cannot be read is its default, and never more than that. */
function nightsFrom(value: YamlValue | undefined, findings: Finding[]): Pick<Config, "nights"> {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    const says = `“nights” is ${JSON.stringify(value)}; nights go on as if it were not there.`;
    findings.push(remark("config_invalid", says, "Write nights: { trim: propose, memoryLines: 200 }."));
    return {};
  }
  const { trim, memoryLines, ...rest } = value as { readonly [key: string]: YamlValue };
  const unknown = Object.keys(rest);
  if (unknown.length > 0) {
    const says = `Unknown keys under “nights”: ${unknown.join(", ")}.`;
    findings.push(remark("key_unknown", says, `Known keys: ${nightKeys.join(", ")}.`));
  }
  // In older YAML `on` and `off` are true and false.
  const mode = trim === true ? "on" : trim === false ? "off" : trim;
  const isLines = typeof memoryLines === "number" && Number.isInteger(memoryLines) && memoryLines > 0;
  if (memoryLines !== undefined && !isLines) {
    const says = `“nights.memoryLines” is ${JSON.stringify(memoryLines)}; what the harness loads counts instead.`;
    findings.push(remark("config_invalid", says, "Write a positive whole number."));
  }
  return {
    nights: {
      ...(trim === undefined ? {} : { trim: oneOf(mode, trimModes, "propose", "nights.trim", findings) }),
      ...(isLines ? { memoryLines } : {}),
    },
  };
}

function printNights(nights: Nights | undefined): readonly string[] {
  const pairs = nightKeys.flatMap((key) => (nights?.[key] === undefined ? [] : [`${key}: ${nights[key]}`]));
  return pairs.length === 0 ? [] : [`nights: { ${pairs.join(", ")} }`];
}

/** What comes with a clone can take a permission away and give none: a host named here would be asked for by whoever wrote the file. */
function forbidden<K extends "summarizer" | "embedder">(
  key: K,
  value: YamlValue | undefined,
  findings: Finding[],
): { readonly [P in K]?: "off" } {
  if (value === undefined) return {};
  if (value === "off" || value === false) return { [key]: "off" } as { readonly [P in K]: "off" };
  const says = `“${key}” says something else than off; a file of the repository names no model and no host.`;
  const name = key.toUpperCase();
  const hint = `Set PAGEFILE_${name}_URL and PAGEFILE_${name}_MODEL in your own environment.`;
  findings.push(remark("config_invalid", says, hint));
  return {};
}

/** What cannot be read shares nothing with anybody. */
function episodesFrom(value: YamlValue | undefined, findings: Finding[]): Pick<Config, "episodes"> {
  if (value === undefined || value === null) return {};
  // In older YAML `off` is false.
  if (value === "off" || value === false) return { episodes: "off" };
  if (value === "shared") return { episodes: "shared" };
  const says = `“episodes” is ${JSON.stringify(value)}; logs tell of sessions as if it were not there.`;
  findings.push(remark("config_invalid", says, "Write episodes: off, or episodes: shared."));
  return {};
}

/** One pattern or a list of them; one that cannot be used is told, and the others stand. */
function globsOf<K extends "include" | "exclude">(
  key: K,
  value: YamlValue | undefined,
  findings: Finding[],
): { readonly [P in K]?: readonly string[] } {
  if (value === undefined || value === null) return {};
  const globs: string[] = [];
  for (const one of Array.isArray(value) ? value : [value]) {
    const problem = typeof one === "string" ? globProblem(one) : "is no text";
    if (problem === null && globs.length < limits.globsMax) {
      globs.push(one as string);
      continue;
    }
    const why = problem ?? `is one of more than ${limits.globsMax}`;
    const says = `The pattern ${JSON.stringify(one)} in “${key}” ${why}; it is passed over.`;
    findings.push(remark("config_invalid", says, `For example: ${key}: ["drafts/**", "*.export.md"]`));
  }
  return globs.length === 0 ? {} : ({ [key]: globs } as unknown as { readonly [P in K]: readonly string[] });
}

function remark(code: "key_unknown" | "config_invalid", says: string, hint: string): Finding {
  return { code, severity: "warning", path: configPath, line: 0, says, hint };
}

function marksAt(line: number): Finding {
  const says = "It has the marks of a merge conflict in it.";
  const hint = `Take one version whole with: pagefile resolve ${configPath} --ours (or --theirs); or edit it by hand.`;
  return { code: "conflict_marker", severity: "error", path: configPath, line, says, hint };
}

function broken(line: number, says: string): Finding {
  const hint = "Compare it with the file that `pagefile init` writes in an empty folder, or restore it with git.";
  return { code: "config_invalid", severity: "error", path: configPath, line, says, hint };
}
