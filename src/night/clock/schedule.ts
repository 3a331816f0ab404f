/** Schedule: puts a timer for nights into the system, takes it out to the byte, and says what is there; what a timer consists of is planned as values. */

import type { Clock } from "../../base/ids.js";
import { allOf, err, type Failure, type Outcome, ok, type Result } from "../../base/result.js";
import { type BlockMark, blockIn, filled, putBlock, quotedWord, takeBlock } from "../../state/marked-block.js";
import { type HourRow, ledgerView } from "./calendar.js";
import { type NightsAnswer, type NightsTools, nightsStatus, printHour } from "./lease.js";
import type { TimerHost } from "./scheduler.js";

/** It takes the place of any other timer of this memory, once it is there itself: both would fire. */
export async function installSchedule(tools: ScheduleTools, asked: ScheduleAsked): Promise<Outcome<ScheduleAnswer>> {
  if (tools.system === "win32") return err(byHand(tools.place.root));
  const kind = asked.kind ?? (await fitting(tools));
  if (kind === null) return err(noTimer);
  if (kind === "crontab" && !tools.host.has("crontab")) return err(noCrontab);
  const { dryRun: isDry } = asked;
  const others = timerKinds.filter((each) => each !== kind);
  const act = async (plan: TimerPlan, hour: number): Promise<Outcome<TimerRow | null>> => {
    if (plan.kind !== kind && stateOf(plan) === "absent") return ok(null);
    return change(tools, plan, { isIn: plan.kind === kind, isDry, hour });
  };
  return eachTimer(tools, { ...asked, kind }, act, others);
}

export async function uninstallSchedule(
  tools: ScheduleTools,
  asked: ScheduleAsked,
): Promise<Outcome<ScheduleAnswer>> {
  const { dryRun: isDry } = asked;
  return eachTimer(tools, asked, async (plan, hour) => {
    if (stateOf(plan) === "absent" && asked.kind === null) return ok(null);
    return change(tools, plan, { isIn: false, isDry, hour });
  });
}

/** Timers that are there, each with whether it is what an install would write now. */
export async function scheduleStatus(tools: ScheduleTools, asked: ScheduleAsked): Promise<Outcome<ScheduleAnswer>> {
  return eachTimer(tools, asked, async (plan) => {
    const state = stateOf(plan);
    if (state === "absent") return ok(null);
    const parts = plan.parts.map(({ path, now }) => ({ path, did: "nothing" as const, text: now }));
    const row = { timer: plan.kind, was: state, is: state, running: await running(tools, plan), parts };
    return ok({ ...row, commands: [] });
  });
}

/** The timer that was named, or all there are, and behind it `others`, of which one that cannot be looked at is none; `act` gives null for one of which there is nothing to say. */
async function eachTimer(
  tools: ScheduleTools,
  asked: ScheduleAsked,
  act: (plan: TimerPlan, hour: number) => Promise<Outcome<TimerRow | null>>,
  others: readonly TimerKind[] = [],
): Promise<Outcome<ScheduleAnswer>> {
  const view = ledgerView(tools.ledger);
  if (!view.ok) return view;
  const hour = asked.hour ?? view.value.hour;
  const place = { ...tools.place, hour: printHour(hour) };
  const timers: TimerRow[] = [];
  for (const kind of [...(asked.kind === null ? timerKinds : [asked.kind]), ...others]) {
    const plan = await plans[kind](place, tools.host);
    if (!plan.ok && others.includes(kind)) continue;
    if (!plan.ok) return plan;
    const row = await act(plan.value, hour);
    if (!row.ok) return row;
    if (row.value !== null) timers.push(row.value);
  }
  const nights = nightsStatus(tools, tools.clock.now());
  return nights.ok ? ok({ hour: place.hour, dryRun: asked.dryRun, timers, nights: nights.value }) : nights;
}

/** Puts a timer in or takes it out, or only says what that would do. A part that fails leaves those before it: the same command again goes on from there. */
async function change(
  tools: ScheduleTools,
  plan: TimerPlan,
  { isIn, isDry, hour }: { readonly isIn: boolean; readonly isDry: boolean; readonly hour: number },
): Promise<Outcome<TimerRow>> {
  const was = stateOf(plan);
  const moves = isIn ? was !== "current" : was !== "absent";
  const commands: TimerRow["commands"][number][] = [];
  const run = async (lines: readonly (readonly string[])[]): Promise<void> => {
    for (const [program = "", ...args] of moves ? lines : []) {
      const ran = isDry ? { code: null, says: "" } : await tools.host.run(program, args);
      commands.push({ line: [program, ...args].join(" "), ...ran });
    }
  };
  if (!isIn) await run(plan.end);
  const parts: TimerRow["parts"][number][] = [];
  for (const part of plan.parts) {
    const text = isIn ? part.withTimer : part.without;
    const did = text === part.now ? "nothing" : text === null ? "removed" : "written";
    const done = isDry || did === "nothing" ? ok(undefined) : await put(tools.host, part, text);
    if (!done.ok) return done;
    parts.push({ path: part.path, did, text });
  }
  await run(isIn ? plan.begin : plan.forget);
  const is = isDry ? was : isIn ? "current" : "absent";
  const kept = isDry ? ok(undefined) : remember(tools, plan.kind, { hour, on: isIn });
  if (!kept.ok) return kept;
  return ok({ timer: plan.kind, was, is, running: isDry ? null : await running(tools, plan), parts, commands });
}

async function put(host: TimerHost, part: TimerPart, text: string | null): Promise<Outcome<void>> {
  if (part.what === "crontab") return host.writeCrontab(text);
  if (text === null) return host.remove(part.path, part.emptied);
  return part.what === "link" ? host.link(part.path, text) : host.write(part.path, text);
}

async function running({ host }: ScheduleTools, plan: TimerPlan): Promise<boolean | null> {
  if (plan.running === null) return null;
  const [program = "", ...args] = plan.running;
  const ran = await host.run(program, args);
  return ran.code === null ? null : ran.code === 0;
}

function stateOf({ parts }: TimerPlan): TimerRow["is"] {
  const [first] = parts;
  return first !== undefined && parts.every(({ state }) => state === first.state) ? first.state : "outdated";
}

/** systemd where it answers: a machine without a user manager has its programs all the same. */
async function fitting({ host, system }: ScheduleTools): Promise<TimerKind | null> {
  if (system === "darwin") return "launchd";
  const asked = await host.run("systemctl", ["--user", "show-environment"]);
  if (asked.code === 0) return "systemd";
  return host.has("crontab") ? "crontab" : null;
}

/** So that a night by hand, the daemon and `status` mean the same hour. */
function remember(
  { ledger, clock }: ScheduleTools,
  timer: TimerKind,
  { hour, on }: { readonly hour: number; readonly on: boolean },
): Outcome<void> {
  const view = ledgerView(ledger);
  if (!view.ok) return view;
  const isKnown = view.value.timers.includes(timer) === on && (!on || view.value.hour === hour);
  return isKnown ? ok(undefined) : ledger.append({ kind: "hour", at: clock.now(), hour, timer, on });
}

const noTimer = {
  code: "usage",
  says: "This system has no timer that answers: neither a user manager of systemd nor a crontab.",
  hint: "Name one with --systemd, --launchd or --crontab, or keep `pagefile daemon` running.",
} as const;

function byHand(root: string): Failure {
  return {
    code: "usage",
    says: "Pagefile puts no timer into Windows.",
    hint: `Have the Task Scheduler run this every hour, which does nothing but when a night is due: pagefile --quiet --repo "${root}" nightly --due. Or keep \`pagefile daemon\` running.`,
  };
}

const noCrontab = {
  code: "usage",
  says: "There is no program crontab on PATH.",
  hint: "Install cron, or choose another timer: --systemd, --launchd.",
} as const;

// SchedulePlan: what each timer of a system consists of, and what is there of it, as values: nothing is written here.

export type TimerKind = Exclude<HourRow["timer"], "daemon">;

interface TimerPlace extends TimerWords {
  /** The user's own folder. */
  readonly home: string;
  /** Where the user's configuration is. */
  readonly config: string;
  readonly uid: number;
  readonly templates: TimerTemplates;
}

/** A file, a link, or the crontab: as it is, and as it would be with and without the timer. */
interface TimerPart {
  readonly what: "file" | "link" | "crontab";
  readonly path: string;
  readonly now: string | null;
  readonly withTimer: string;
  readonly without: string | null;
  /** Folders that an install may have made, innermost first: they go again when they are left empty. */
  readonly emptied: readonly string[];
  readonly state: "current" | "outdated" | "absent";
}

interface TimerPlan {
  readonly kind: TimerKind;
  readonly parts: readonly TimerPart[];
  /** Commands that make the running system see what was written; none of them decides whether the timer is installed. */
  readonly begin: readonly (readonly string[])[];
  readonly end: readonly (readonly string[])[];
  readonly forget: readonly (readonly string[])[];
  /** Ends with 0 where the system has the timer; null where nobody can be asked. */
  readonly running: readonly string[] | null;
}

export const timerKinds: readonly TimerKind[] = ["systemd", "launchd", "crontab"];

/** Each fails where a file of our name is somebody else's, or a path cannot stand in that kind of timer. */
const plans = { systemd: planSystemd, launchd: planLaunchd, crontab: planCrontab } as const;

function planSystemd(place: TimerPlace, host: TimerHost): Outcome<TimerPlan> {
  const folder = `${place.config}/systemd/user`;
  const { service, timer } = systemdTexts(place.templates, place);
  const unit = `${place.label}.timer`;
  const wants = `${folder}/timers.target.wants`;
  const emptied = [wants, folder, `${place.config}/systemd`, place.config];
  const read = allOf([
    filePart(`${folder}/${place.label}.service`, service, host),
    filePart(`${folder}/${unit}`, timer, host),
    host.readLink(`${wants}/${unit}`),
  ]);
  if (!read.ok) return read;
  const [own, when, now] = read.value;
  const parts = [own, when, partOf("link", `${wants}/${unit}`, { now, withTimer: `../${unit}`, emptied })];
  const control = (...words: string[]): readonly string[] => ["systemctl", "--user", ...words];
  return ok({
    kind: "systemd",
    parts,
    begin: [control("daemon-reload"), control("restart", unit)],
    end: [control("stop", unit)],
    forget: [control("daemon-reload")],
    running: control("is-active", "--quiet", unit),
  });
}

function planLaunchd(place: TimerPlace, host: TimerHost): Outcome<TimerPlan> {
  const text = launchdText(place.templates, place);
  if (!text.ok) return err(cannotHold(text.error));
  const path = `${place.home}/Library/LaunchAgents/${place.label}.plist`;
  const part = filePart(path, text.value, host, [`${place.home}/Library/LaunchAgents`, `${place.home}/Library`]);
  if (!part.ok) return part;
  const domain = `gui/${place.uid}`;
  const leave = ["launchctl", "bootout", `${domain}/${place.label}`];
  return ok({
    kind: "launchd",
    parts: [part.value],
    begin: [leave, ["launchctl", "bootstrap", domain, path]],
    end: [leave],
    forget: [],
    running: ["launchctl", "print", `${domain}/${place.label}`],
  });
}

async function planCrontab(place: TimerPlace, host: TimerHost): Promise<Outcome<TimerPlan>> {
  const lines = crontabText(place.templates, place);
  if (!lines.ok) return err(cannotHold(lines.error));
  const now = host.has("crontab") ? await host.readCrontab() : ok(null);
  if (!now.ok) return now;
  const mark: BlockMark = { name: place.label, by: "pagefile schedule" };
  const bytes = now.value === null ? null : Buffer.from(now.value, "latin1");
  const had = blockIn(bytes, mark);
  const text = (held: Uint8Array): string => Buffer.from(held).toString("latin1");
  const without = takeBlock(bytes, mark);
  const part: TimerPart = {
    what: "crontab",
    path: "crontab",
    now: now.value,
    withTimer: text(putBlock(bytes, lines.value, "end", mark)),
    without: without === null ? null : text(without),
    emptied: [],
    state: stateFor(had, lines.value),
  };
  return ok({ kind: "crontab", parts: [part], begin: [], end: [], forget: [], running: null });
}

const ours = "made by `pagefile schedule install`";

function filePart(
  path: string,
  text: string,
  host: TimerHost,
  emptied: TimerPart["emptied"] = [],
): Outcome<TimerPart> {
  const now = host.read(path);
  if (!now.ok) return now;
  if (now.value !== null && !now.value.includes(ours)) {
    const says = `${path} is there already and was not ${ours}.`;
    return err({ code: "denied", reason: "not_ours", says, hint: "Move that file away and run the command again." });
  }
  return ok(partOf("file", path, { now: now.value, withTimer: text, emptied }));
}

function partOf(
  what: TimerPart["what"],
  path: string,
  as: Pick<TimerPart, "now" | "withTimer" | "emptied">,
): TimerPart {
  return { what, path, ...as, without: null, state: stateFor(as.now, as.withTimer) };
}

function stateFor(now: string | null, wanted: string): TimerPart["state"] {
  return now === null ? "absent" : now === wanted ? "current" : "outdated";
}

function cannotHold(says: string): Failure {
  return { code: "usage", says, hint: "Choose another timer: --systemd, --launchd or --crontab." };
}

// ScheduleText: the files of a timer with this machine's paths filled in, each path as one word of the language it stands in.

/** The texts of `cron/`, by file name. */
export type TimerTemplates = Readonly<
  Record<"pagefile.service" | "pagefile.timer" | "pagefile.plist" | "crontab", string>
>;

export interface TimerWords {
  readonly node: string;
  readonly program: string;
  /** Folders in which programs are looked for, joined by colons. */
  readonly path: string;
  readonly root: string;
  /** The memory's, for people. */
  readonly name: string;
  readonly label: string;
  /** `03:30`. */
  readonly hour: string;
}

export function systemdTexts(
  templates: TimerTemplates,
  words: TimerWords,
): { readonly service: string; readonly timer: string } {
  const [NODE, PROGRAM, ROOT] = [words.node, words.program, words.root].map(argument) as [string, string, string];
  const values = { ...plain(words), NODE, PROGRAM, ROOT, PATH: inUnit(words.path) };
  const [service, timer] = [templates["pagefile.service"], templates["pagefile.timer"]];
  return { service: filled(service, values), timer: filled(timer, values) };
}

/** The reason where a word cannot stand in a property list. */
export function launchdText(templates: TimerTemplates, words: TimerWords): Result<string, string> {
  const { node, program, root, path, label } = words;
  const odd = [node, program, root, path].find((word) => hasControl(word.replaceAll(/[\n\t]/g, "")));
  if (odd !== undefined) return err("A property list cannot hold the control characters in a path.");
  const values = { NODE: inXml(node), PROGRAM: inXml(program), ROOT: inXml(root), PATH: inXml(path), LABEL: label };
  return ok(filled(templates["pagefile.plist"], { ...plain(words), ...values }));
}

/** cron cuts a command longer than this. */
const cronCharsMax = 990;

/** Whole lines; the reason where cron would cut one. */
export function crontabText(templates: TimerTemplates, words: TimerWords): Result<string, string> {
  const { node, program, path } = words;
  // The line end that a path ends in would be lost by the shell: the folder itself is the same place.
  const root = words.root.endsWith("\n") ? `${words.root}/.` : words.root;
  const values = { NODE: inShell(node), PROGRAM: inShell(program), ROOT: inShell(root), PATH: inShell(path) };
  const text = filled(templates.crontab, { ...plain(words), ...values });
  const isLong = text.split("\n").some((line) => Buffer.byteLength(line) > cronCharsMax);
  return isLong ? err(`The line for cron would be longer than ${cronCharsMax} bytes.`) : ok(text);
}

function plain({ name, hour }: TimerWords): Readonly<Record<string, string>> {
  const [HH = "", MM = ""] = hour.split(":").map((part) => String(Number(part)));
  return { NAME: name.replaceAll(/[^\p{L}\p{N} ._-]/gu, "-"), HOUR: hour, HH, MM };
}

/** A word of a command of systemd, which fills in variables, but not in `Environment=`. */
function argument(text: string): string {
  return `"${inUnit(text).replaceAll("$", "$$$$")}"`;
}

/** Between the double quotes of a unit file: its escapes, and its specifiers written out. */
function inUnit(text: string): string {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%");
  const hex = (char: string): string => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return [...safe].map((char) => (hasControl(char) ? hex(char) : char)).join("");
}

function inXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "&#10;");
}

/** One word of a POSIX shell in a line of cron, which a percent sign or a line end would end: the shell prints such a word from a text without them. */
function inShell(text: string): string {
  if (!text.includes("%") && !hasControl(text)) return quotedWord(text);
  const isPlain = (char: string): boolean => !hasControl(char) && !"%'\\".includes(char);
  const octal = (char: string): string => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return `"$(printf '${[...text].map((char) => (isPlain(char) ? char : octal(char))).join("")}')"`;
}

function hasControl(text: string): boolean {
  return [...text].some((char) => char < " " || char === "\u007f");
}

// ScheduleAnswers: what a timer needs to be put in, and what is said of it afterwards.

export interface ScheduleTools extends NightsTools {
  readonly clock: Clock;
  readonly host: TimerHost;
  /** All of a place but its hour. */
  readonly place: Omit<TimerPlace, "hour">;
  readonly system: NodeJS.Platform;
}

interface ScheduleAsked {
  /** null for what fits this system, or, to take out, for all there are. */
  readonly kind: TimerKind | null;
  /** Minutes since local midnight; the ledger's own when null. */
  readonly hour: number | null;
  readonly dryRun: boolean;
}

export interface ScheduleAnswer {
  readonly hour: string;
  readonly dryRun: boolean;
  readonly timers: readonly TimerRow[];
  readonly nights: NightsAnswer;
}

export interface TimerRow {
  readonly timer: TimerKind;
  /** Before this run. */
  readonly was: TimerPart["state"];
  readonly is: TimerPart["state"];
  /** Whether the running system has it; null where that cannot be asked. */
  readonly running: boolean | null;
  readonly parts: readonly {
    readonly path: string;
    readonly did: "written" | "removed" | "nothing";
    /** What it holds now, or would hold after a dry run; null where it is gone. */
    readonly text: string | null;
  }[];
  /** Commands that were run, or would be; `code` is null for one that was not or could not be run. */
  readonly commands: readonly { readonly line: string; readonly code: number | null; readonly says: string }[];
}
