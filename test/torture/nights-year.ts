/** Nights year: days and nights of one memory, one after another, with everything that can go wrong, and what has to hold on each morning. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../src/base/ids.js";

import type { TestRepo } from "../support/git-repo.js";
import { must } from "../support/nights.js";
import { openZone } from "../support/zones.js";
import { Death } from "./model-ports.js";
import { firstMemory, live, type Told } from "./nights-agent.js";
import { Daemon, ledgerOf, type NightSabotage, type Place } from "./nights-daemon.js";
import { ledgerBroken } from "./nights-ledger.js";
import { Past } from "./nights-oracle.js";
import { chance } from "./torment.js";

export interface Tally {
  nights: number;
  commits: number;
  deaths: number;
  failures: number;
  takeovers: number;
  jumps: number;
  audits: number;
  /** Entries tagged [human] or [decision] that were held against HEAD on the last morning. */
  kept: number;
  /** The longest MEMORY.md of any morning, in characters. */
  longest: number;
}

export interface Year {
  readonly tally: Tally;
  /** What did not hold, with the day; it ends with the first day that breaks anything. */
  readonly broken: readonly string[];
}

interface Asked {
  readonly repo: TestRepo;
  readonly seed: number;
  readonly days: number;
  readonly isOver: () => boolean;
  readonly sabotage: NightSabotage | "drops_silently" | null;
}

/** Clocks there go forward on 2026-03-08 and back on 2026-11-01; nights are asked for at an hour that one of them leaves out. */
const zoneName = "America/New_York";
const hour = 150;
const firstDay = Date.UTC(2026, 1, 20);
/** When nights are asked for, on the first day. */
const startOfNights = "2026-02-20T12:00:00Z" as Instant;
/** In UTC, of the day after: before the hour in winter and in summer, at it, and long after it. */
const looks = ["05:40", "06:40", "07:40", "08:10", "10:30", "14:00"];

/** What OpenClaw puts into a prompt by itself, by its documentation: so many characters of a file, and of all of them. */
const loaded = { file: 20_000, total: 60_000 };
const bootstrap = "AGENTS SOUL TOOLS IDENTITY USER HEARTBEAT BOOTSTRAP MEMORY".split(" ").map((name) => `${name}.md`);

export async function liveYear(asked: Asked): Promise<Year> {
  const { repo, days } = asked;
  const tally: Tally = {
    nights: 0,
    commits: 0,
    deaths: 0,
    failures: 0,
    takeovers: 0,
    jumps: 0,
    audits: 0,
    kept: 0,
    longest: 0,
  };
  const sabotage = asked.sabotage === "drops_silently" ? null : asked.sabotage;
  const clock = { now: startOfNights };
  const place: Place = { repo, clock, zone: openZone(zoneName), sabotage, ran: new Map(), ranAt: null };
  const year = new YearRun(asked, place, tally);
  repo.write("MEMORY.md", firstMemory);
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Begin");
  must(ledgerOf(place).append({ kind: "hour", at: clock.now, hour, timer: "daemon", on: true }));
  let broken: readonly string[] = [];
  try {
    for (let n = 0; n < days && broken.length === 0 && !asked.isOver(); n++) {
      const day = new Date(firstDay + n * 86_400_000).toISOString().slice(0, 10);
      broken = (await year.day(n, day)).map((says) => `${day}: ${says}`);
    }
    const fsck = repo.tryGit(["fsck", "--strict", "--no-dangling"]);
    if (fsck.status !== 0) broken = [...broken, `git fsck says ${fsck.stderr}`];
  } finally {
    await year.end();
  }
  return { tally, broken };
}

class YearRun {
  private readonly asked: Asked;
  private readonly place: Place;
  private readonly tally: Tally;
  private readonly told: Told = { kept: new Set(["m0x"]), count: 0, plans: [] };
  private readonly past: Past;
  /** The last day by which a night must have had its run. */
  private until = "";
  private readonly daemons: readonly [Daemon, Daemon];

  constructor(asked: Asked, place: Place, tally: Tally) {
    this.asked = asked;
    this.place = place;
    this.tally = tally;
    this.past = new Past(asked.repo);
    this.daemons = [new Daemon(place), new Daemon(place)];
  }

  async end(): Promise<void> {
    for (const daemon of this.daemons) await daemon.bury();
  }

  async day(n: number, day: string): Promise<readonly string[]> {
    const { repo, seed, sabotage } = this.asked;
    const draw = chance(seed, n);
    live(repo, this.told, { day, chance: draw });
    if (sabotage === "drops_silently" && n === 1) this.dropSilently();
    const before = this.place.ran.size;
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const jump = draw() < 0.06 ? Math.floor(draw() * looks.length) : -1;
    const trouble = draw() < 0.7;
    let failed = 0;
    for (const [i, time] of looks.entries()) {
      this.place.clock.now = `${next}T${time}:00Z` as Instant;
      const first = this.daemons[draw() < 0.5 ? 0 : 1];
      if (i === jump) await this.atWrongTime(first, draw);
      failed = (await this.look(first, draw, trouble)) ? failed + 1 : 0;
    }
    // Due at each of the last four looks, and each met a full or broken disk: the night is made up for, but not today.
    this.until = failed >= 4 ? day : next;
    return this.morning(this.place.ran.size > before);
  }

  /** One daemon looks, and the other one meanwhile or right after it. Gives whether the disk failed the first. */
  private async look(first: Daemon, draw: () => number, trouble: boolean): Promise<boolean> {
    const second = first === this.daemons[0] ? this.daemons[1] : this.daemons[0];
    const { fuse } = first;
    const [kind, audited] = [draw(), draw() < 0.25];
    Object.assign(fuse, { at: 0, calls: 0, blown: false, meanwhile: null });
    if (trouble && kind < 0.6)
      Object.assign(fuse, {
        at: 1 + Math.floor(draw() ** 2 * 60),
        how: kind < 0.4 ? "dies" : draw() < 0.5 ? "EIO" : "ENOSPC",
      });
    const isBarging = trouble && kind >= 0.6 && kind < 0.8;
    const other: Promise<unknown>[] = [];
    let failed = false;
    // In the middle of the first one's night, right before one of its commits is recorded.
    fuse.meanwhile = () => void other.push(second.poll(isBarging ? "impatient" : "patient", false));
    try {
      const done = await first.poll("patient", audited);
      if (audited && done.ok && done.value.night !== null) this.tally.audits += 1;
      failed = !done.ok && fuse.blown;
      if (!done.ok) this.tally[isBarging ? "takeovers" : "failures"] += 1;
      this.tally.commits += done.ok ? (done.value.night?.commits.length ?? 0) : 0;
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      this.tally.deaths += 1;
      await first.bury();
    } finally {
      Object.assign(fuse, { at: 0, meanwhile: null });
      await Promise.all(other);
    }
    await second.poll("patient", false);
    return failed;
  }

  /** The clock of the machine says another day for a moment, some days ahead or behind. */
  private async atWrongTime(daemon: Daemon, draw: () => number): Promise<void> {
    const { clock } = this.place;
    const right = clock.now;
    const days = draw() < 0.5 ? -3 : 1 + Math.floor(draw() * 4);
    clock.now = `${new Date(Date.parse(right) + days * 86_400_000).toISOString().slice(0, 19)}Z` as Instant;
    this.tally.jumps += 1;
    await daemon.poll("patient", false);
    clock.now = right;
  }

  /** What holds on every morning. `isNew`: nights went through since the last one. */
  private async morning(isNew: boolean): Promise<readonly string[]> {
    const { repo } = this.asked;
    const broken = [...this.past.follow(), ...this.ledger(), ...this.load()];
    const tokens = this.past.tokens();
    const unlisted = this.past.unlisted()[0];
    if (unlisted !== undefined) broken.push(`${unlisted} is in the archive, and its index does not say so`);
    if (!isNew) return broken;
    const lost = [...this.told.kept].find((token) => !tokens.has(token));
    if (lost !== undefined) broken.push(`${lost} is nowhere in HEAD`);
    this.tally.kept = this.told.kept.size;
    this.tally.nights = this.place.ran.size;
    // A night that a clock ran ahead of its day is another day's: what runs today is no second run of it.
    const { ranAt, clock } = this.place;
    if (ranAt?.slice(0, 10) !== clock.now.slice(0, 10)) return broken;
    const head = repo.git("rev-parse", "HEAD");
    const again = await this.daemons[0].again();
    if (again.commits.length > 0 || repo.git("rev-parse", "HEAD") !== head)
      broken.push(`a second run of the night commits ${again.commits.map(({ reason }) => reason)}`);
    return broken;
  }

  private ledger(): readonly string[] {
    const { rows } = must(ledgerOf(this.place).read());
    return ledgerBroken(rows, { ran: this.place.ran, asked: startOfNights, until: this.until });
  }

  private load(): readonly string[] {
    const sizes = bootstrap.map((path) => ({ path, text: this.read(path) }));
    const total = sizes.reduce((sum, { text }) => sum + text.length, 0);
    const memory = this.read("MEMORY.md");
    this.tally.longest = Math.max(this.tally.longest, memory.length);
    const broken = sizes
      .filter(({ text }) => text.length > loaded.file)
      .map(({ path }) => `${path} is cut when it is loaded`);
    if (total > loaded.total) broken.push(`${total} characters are loaded by themselves`);
    if (!memory.includes("## Rules\n\n- Never book anything"))
      broken.push("the pinned rule is not where it was pinned");
    return broken;
  }

  private read(path: string): string {
    try {
      return readFileSync(join(this.asked.repo.dir, path), "utf8");
    } catch {
      return "";
    }
  }

  /** A script that rewrites a file and commits it, as nothing of ours would. */
  private dropSilently(): void {
    const { repo } = this.asked;
    const path = repo.git("ls-files", "memory/2*.md").split("\n")[0] ?? "";
    repo.write(path, "# Nothing\n");
    repo.git("commit", "--quiet", "--message", "Tidy", "--", path);
  }
}
