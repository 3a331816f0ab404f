/** Schedule texts: in every language that a timer is written in, a path stays one word, whatever is in it. */

import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  crontabText,
  launchdText,
  systemdTexts,
  type TimerTemplates,
  type TimerWords,
} from "../../../src/night/clock/schedule.js";

const source = fileURLToPath(new URL("../../../cron", import.meta.url));
const names = ["pagefile.service", "pagefile.timer", "pagefile.plist", "crontab"] as const;
const templates = Object.fromEntries(
  names.map((name) => [name, readFileSync(join(source, name), "utf8")]),
) as TimerTemplates;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pagefile-schedule-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const words = (more: Partial<TimerWords> = {}): TimerWords => ({
  node: "/usr/bin/node",
  program: "/opt/pagefile/dist/pagefile.js",
  path: "/usr/bin:/bin",
  root: "/people/ada/memory",
  name: "trip-desk",
  label: "pagefile-night-0a1b2c3d",
  hour: "03:05",
  ...more,
});

/** Everything that a shell, cron, systemd or XML reads a meaning into. */
const odd = "a b%c'd\"e$HOME`f`\\g%%\\%h@ROOT@&<i>\nj 3é\n";

describe("a path stays one word", () => {
  test("in a line of cron, which knows neither percent signs nor line ends", () => {
    const node = join(folder, "no%de x");
    writeFileSync(node, '#!/bin/sh\nprintf "%s\\0" "$PATH" "$@"\n');
    chmodSync(node, 0o755);
    fc.assert(
      fc.property(
        fc.constantFrom(odd, "/plain", "%", "\n%", "it's", "\\", "\\134", "1\n2"),
        fc.constantFrom("/bin", "/b%in"),
        (root, path) => {
          const text = crontabText(templates, words({ node, root: `/${root}`, path }));
          if (!text.ok) throw new Error(text.error);
          const [comment, line = "", ...rest] = text.value.split("\n");
          expect([comment?.startsWith("#"), rest]).toEqual([true, [""]]);
          const command = line.split(" * * * * ")[1] ?? "";
          expect(command).not.toContain("%");
          const ran = spawnSync("sh", ["-c", command], { encoding: "utf8" });
          const place = root.endsWith("\n") ? `/${root}/.` : `/${root}`;
          const args = [
            "/opt/pagefile/dist/pagefile.js",
            "--quiet",
            "--repo",
            place,
            "nightly",
            "--due",
            "--at",
            "03:05",
          ];
          expect(ran.stdout.split("\0")).toEqual([path, ...args, ""]);
        },
      ),
      { numRuns: 16 },
    );
    expect(crontabText(templates, words()).ok).toBe(true);
    expect(crontabText(templates, words({ root: `/${"x".repeat(990)}` })).ok).toBe(false);
  });

  test("in a unit of systemd, by its own judgment where it is there", () => {
    const bin = join(folder, 'no%de "x" $y');
    writeFileSync(bin, "#!/bin/sh\n");
    chmodSync(bin, 0o755);
    const { service, timer } = systemdTexts(
      templates,
      words({ node: bin, root: odd, name: "a%b\nExecStart=/bin/false\\" }),
    );
    const exec = service.split("\n").filter((line) => line.startsWith("ExecStart="));
    expect(exec).toHaveLength(1);
    expect(exec[0]).toContain('no%%de \\"x\\" $$y" "/opt/');
    expect(exec[0]).toContain(
      ' --repo "a b%%c\'d\\"e$$HOME`f`\\\\g%%%%\\\\%%h@ROOT@&<i>\\x0aj 3é\\x0a" nightly --due --at 03:05',
    );
    expect(service).toContain("Description=Pagefile night of a-b-ExecStart--bin-false-\n");
    expect(timer).toContain("OnCalendar=*-*-* 03:05:00\n");
    writeFileSync(join(folder, "pagefile-night-0a1b2c3d.service"), service);
    writeFileSync(join(folder, "pagefile-night-0a1b2c3d.timer"), timer);
    const units = ["service", "timer"].map((kind) => join(folder, `pagefile-night-0a1b2c3d.${kind}`));
    const ran = spawnSync("systemd-analyze", ["verify", "--user", ...units], {
      encoding: "utf8",
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    });
    if (ran.error === undefined) expect([ran.stderr, ran.status]).toEqual(["", 0]);
  });

  test("in a property list, which some characters cannot stand in", () => {
    const text = launchdText(templates, words({ root: odd }));
    expect(text.ok ? text.value : "").toContain(
      "<string>a b%c'd\"e$HOME`f`\\g%%\\%h@ROOT@&amp;&lt;i&gt;&#10;j 3é&#10;</string>",
    );
    expect(text.ok ? text.value : "").toContain(
      "<key>Hour</key>\n    <integer>3</integer>\n    <key>Minute</key>\n    <integer>5</integer>",
    );
    expect(launchdText(templates, words({ root: "a\u0001" })).ok).toBe(false);
  });

  test("in a property list, by Python's own reading of it where that is there", () => {
    const text = launchdText(templates, words({ root: odd, node: "/usr/<node> & co", path: "/a b:/c&d" }));
    const file = join(folder, "pagefile.plist");
    writeFileSync(file, text.ok ? text.value : "");
    const read = "import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'))))";
    const ran = spawnSync("python3", ["-c", read, file], { encoding: "utf8" });
    if (ran.error !== undefined) return;
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual({
      Label: "pagefile-night-0a1b2c3d",
      ProgramArguments: [
        "/usr/<node> & co",
        "/opt/pagefile/dist/pagefile.js",
        ...["--quiet", "--repo", odd, "nightly", "--due", "--at", "03:05"],
      ],
      EnvironmentVariables: { PATH: "/a b:/c&d" },
      StartCalendarInterval: { Hour: 3, Minute: 5 },
      RunAtLoad: true,
      ProcessType: "Background",
    });
  });
});
