/** SchedulePlan: what each timer of a system consists of, and what is there of it, as values: nothing is written here. */

import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type BlockMark, blockIn, putBlock, takeBlock } from "../../state/marked-block.js";
import type { HourRow } from "./calendar.js";
import {
  crontabText,
  launchdText,
  systemdTexts,
  type TimerTemplates,
  type TimerWords,
} from "./schedule--schedule-text.js";
import type { TimerHost } from "./scheduler-process--scheduler.js";

export type TimerKind = Exclude<HourRow["timer"], "daemon">;

export interface TimerPlace extends TimerWords {
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

export interface TimerPlan {
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

/** Fails where a file of our name is somebody else's, or a path cannot stand in that kind of timer. */
export async function planTimer(kind: TimerKind, place: TimerPlace, host: TimerHost): Promise<Outcome<TimerPlan>> {
  if (kind === "systemd") return planSystemd(place, host);
  return kind === "launchd" ? planLaunchd(place, host) : planCrontab(place, host);
}

function planSystemd(place: TimerPlace, host: TimerHost): Outcome<TimerPlan> {
  const folder = `${place.config}/systemd/user`;
  const { service, timer } = systemdTexts(place.templates, place);
  const unit = `${place.label}.timer`;
  const wants = `${folder}/timers.target.wants`;
  const files = [
    filePart(`${folder}/${place.label}.service`, service, host),
    filePart(`${folder}/${unit}`, timer, host),
  ];
  const emptied = [wants, folder, `${place.config}/systemd`, place.config];
  const link = linkPart(`${wants}/${unit}`, { target: `../${unit}`, emptied }, host);
  const parts: TimerPart[] = [];
  for (const part of [...files, link]) {
    if (!part.ok) return part;
    parts.push(part.value);
  }
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
    state: had === null ? "absent" : had === lines.value ? "current" : "outdated",
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
  if (now.value !== null && !now.value.includes(ours)) return err(foreign(path));
  const state = now.value === null ? "absent" : now.value === text ? "current" : "outdated";
  return ok({ what: "file", path, now: now.value, withTimer: text, without: null, emptied, state });
}

function linkPart(
  path: string,
  { target, emptied }: { readonly target: string } & Pick<TimerPart, "emptied">,
  host: TimerHost,
): Outcome<TimerPart> {
  const now = host.readLink(path);
  if (!now.ok) return now;
  const state = now.value === null ? "absent" : now.value === target ? "current" : "outdated";
  return ok({ what: "link", path, now: now.value, withTimer: target, without: null, emptied, state });
}

function foreign(path: string): Failure {
  return {
    code: "denied",
    reason: "not_ours",
    says: `${path} is there already and was not made by \`pagefile schedule install\`.`,
    hint: "Move that file away and run the command again.",
  };
}

function cannotHold(says: string): Failure {
  return { code: "usage", says, hint: "Choose another timer: --systemd, --launchd or --crontab." };
}
