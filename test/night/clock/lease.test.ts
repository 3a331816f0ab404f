/** Lease and ledger on disk: one holder at a time, higher tokens, and what is left by holders that died or stand still. */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { type LedgerRow, openLedger } from "../../../src/night/clock/calendar.js";
import { type Lease, openLeases } from "../../../src/night/clock/lease.js";
import { nameOwner, thisOwner } from "../../../src/state/process.js";

let folder: string;
const leases: Lease[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pagefile-lease-"));
});
afterEach(() => {
  for (const lease of leases.splice(0)) lease.release();
  rmSync(folder, { recursive: true, force: true });
});

const at = "2026-11-21T03:00:00Z" as Instant;
const dir = (): string => join(folder, "lease");

async function take(times = { beatMs: 20, stalledMs: 10_000 }, above = 0): Promise<Lease> {
  const taken = await openLeases(dir(), times).take({ purpose: "command", at, above });
  if (!taken.ok) throw new Error(taken.error.says);
  leases.push(taken.value);
  return taken.value;
}

/** A claim as another process would have made it. */
function plant(token: number, owner: Partial<ReturnType<typeof thisOwner>>, beat: string | null): void {
  mkdirSync(dir(), { recursive: true });
  const record = { token, owner: nameOwner({ ...thisOwner(), ...owner }), purpose: "daemon", since: at };
  writeFileSync(join(dir(), `${token}.json`), JSON.stringify(record));
  if (beat !== null) writeFileSync(join(dir(), `${token}.beat`), beat);
}

const beatOf = (ms: number): string => `${String(ms).padStart(20, "0")}\n`;
const running = (): number => Number(process.hrtime.bigint() / 1_000_000n);

describe("a lease", () => {
  test("is one process's at a time, and its token grows by each that takes it", async () => {
    const first = await take();
    const second = await openLeases(dir()).take({ purpose: "daemon", at, above: 0 });
    expect(second).toMatchObject({ ok: false, error: { code: "locked" } });
    expect(second.ok ? "" : second.error.says).toContain(`process ${process.pid}`);
    expect(first.check().ok).toBe(true);
    first.release();
    expect(first.check().ok).toBe(false);
    const third = await take();
    expect([first.token, third.token, third.former]).toEqual([1, 2, null]);
    expect(readdirSync(dir()).sort()).toEqual(["2.beat", "2.json"]);
    third.release();
    expect((await take(undefined, 41)).token).toBe(42);
  });

  test("of eight who ask at once goes to one", async () => {
    const asked = Array.from({ length: 8 }, () => openLeases(dir()).take({ purpose: "command", at, above: 0 }));
    const taken = (await Promise.all(asked)).flatMap((one) => (one.ok ? [one.value] : []));
    leases.push(...taken);
    expect(taken.filter((lease) => lease.check().ok)).toHaveLength(1);
  });

  test("is taken at once from the dead, whatever they left", async () => {
    plant(7, { pid: 0x7ffffffe }, null);
    const lease = await take();
    expect([lease.token, lease.former?.state]).toEqual([8, "dead"]);
  });

  test("is taken from one that lives and does not move, who then fails every check", async () => {
    const held = await take({ beatMs: 100_000, stalledMs: 10_000 });
    await sleep(60);
    const lost = new Promise<void>((done) => held.onLost(done));
    const next = await take({ beatMs: 20, stalledMs: 40 });
    expect([next.token, next.former?.state, next.former?.pid]).toEqual([2, "stalled", process.pid]);
    const checked = held.check();
    expect(checked.ok ? "" : checked.error.says).toContain("with token 2");
    held.release();
    expect(next.check().ok).toBe(true);
    expect(existsSync(join(dir(), "1.free"))).toBe(false);
    expect(await Promise.race([lost.then(() => "told"), sleep(10).then(() => "not yet")])).toBe("not yet");
  });

  test("tells its holder by the next beat that it is lost", async () => {
    const held = await take({ beatMs: 15, stalledMs: 10_000 });
    const lost = new Promise<string>((done) => held.onLost(() => done("told")));
    plant(2, {}, beatOf(running()));
    expect(await lost).toBe("told");
  });

  test("of another machine is watched: who beats lives, who does not is passed", async () => {
    plant(3, { machine: "0123456789ab" }, beatOf(5));
    const times = { beatMs: 20, stalledMs: 120 };
    const beats = setInterval(() => writeFileSync(join(dir(), "3.beat"), beatOf(running())), 20);
    const refused = await openLeases(dir(), times).take({ purpose: "command", at, above: 0 });
    clearInterval(beats);
    expect(refused).toMatchObject({ ok: false, error: { code: "locked" } });
    expect((await take(times)).token).toBe(4);
  });

  test("believes no beat from the future, and follows no link", async () => {
    plant(3, {}, beatOf(running() + 1e9));
    const looked = openLeases(dir()).look();
    expect(looked).toMatchObject({ ok: true, value: { state: "unknown", token: 3 } });
    rmSync(dir(), { recursive: true });
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), dir());
    const refused = await openLeases(dir()).take({ purpose: "command", at, above: 0 });
    expect(refused).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
  });
});

test("the ledger keeps its rows, and a line that a crash tore takes none of them along", () => {
  const file = join(folder, "state/nights.jsonl");
  const ledger = openLedger(file);
  expect(ledger.read()).toEqual({ ok: true, value: { rows: [], damaged: 0 } });
  const row: LedgerRow = { kind: "hour", at, hour: 200, timer: "daemon", on: true };
  expect(ledger.append(row).ok).toBe(true);
  appendFileSync(file, '{"kind":"run","at":"20');
  expect(ledger.append({ ...row, hour: 201 }).ok).toBe(true);
  const read = ledger.read();
  expect(read).toEqual({ ok: true, value: { rows: [row, { ...row, hour: 201 }], damaged: 1 } });
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(4);
});
