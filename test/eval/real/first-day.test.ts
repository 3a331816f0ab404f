/** FirstDay: the newcomer's commands on a small workspace of our own words, in the shape of the real ones; it runs everywhere. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { firstDay } from "./first-day.js";
import type { Workspace } from "./workspaces.js";

/** No frontmatter anywhere, people and rules at the top of MEMORY.md, days in two languages, and files that are nobody's memory. */
const files: Readonly<Record<string, string>> = {
  "MEMORY.md": `# MEMORY.md

## People

- **Hedda Brink** - runs the boat shed, reachable until 18:00, prefers short messages.
- **Tomás Vale** - bookkeeper, sends the invoices on the 3rd.

## Rules

- NEVER sail the ferry out without a yes from Hedda.
- Always write prices in euros, with VAT.

## Facts

- The shed has four berths and one crane.
- The crane lifts 900 kg.
- The crane lifts 900 kg.
`,
  "SOUL.md": "# SOUL.md\n\nYou look after the boat shed. Calm and exact; a guess is called a guess.\n",
  "HEARTBEAT.md": "# HEARTBEAT.md\n\n- [ ] Look at the tide table\n- [ ] Look at the mail\n",
  "skills/tides/SKILL.md":
    "---\nname: tides\ndescription: Reads the tide table of a harbor\nversion: 1.2.0\n---\n\n# Tides\n\nFetch the table, then name the next low water.\n",
  LICENSE: "Permission is granted to anybody to use this.\n",
  "LICENSE.md": "# License\n\nPermission is granted to anybody to use this.\n",
  "memory/2026-03-01.md":
    "# 2026-03-01\n\n## Morning\n\n- 08:10 Checked mail: nothing new\n- **Decision:** winter storage is booked by the week, not by the day\n- Moved the buoy to berth 3\n",
  "memory/2026-03-02.md":
    "# 2026-03-02\n\n- 08:05 Checked mail: nothing new\n- **Lesson:** the crane needs ten minutes to warm up below 5 degrees\n- Tomás sent the invoice for February\n",
  "memory/2026-03-03.md":
    "# 2026-03-03\n\n- 08:20 E-Mail geprüft: nichts Neues\n- **Entscheidung:** Hallenplätze vergeben wir nur noch schriftlich\n- Das Tor klemmt wieder\n",
  "memory/2026-03-04.md":
    "# 2026-03-04\n\n- 08:00 E-Mail geprüft: nichts Neues\n- Hedda mag keine Anrufe vor neun\n- Die Rampe wurde gestrichen\n",
  "memory/2026-03-05.md":
    "# 2026-03-05\n\n- 08:02 Checked mail: nothing new\n- Never lend the big dinghy to guests, Hedda said\n- Painted the oars\n",
  "memory/2026-03-06.md":
    "# 2026-03-06\n\n- 08:07 Checked mail: nothing new\n- **Important:** the insurance wants photos of every berth by May\n- Rain all day\n",
};

function workspace(): Workspace {
  const from = join(realpathSync(mkdtempSync(join(tmpdir(), "pagefile-shed-"))), "shed");
  onTestFinished(() => rmSync(dirname(from), { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, path)), { recursive: true });
    writeFileSync(join(from, path), text);
  }
  const date = "2026-03-06T20:00:00Z";
  const who = { GIT_AUTHOR_NAME: "Owner", GIT_AUTHOR_EMAIL: "owner@example.org", GIT_AUTHOR_DATE: date };
  const env = {
    PATH: process.env.PATH ?? "",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    ...who,
    GIT_COMMITTER_NAME: "Owner",
    GIT_COMMITTER_EMAIL: "owner@example.org",
    GIT_COMMITTER_DATE: date,
  };
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "The shed"],
  ])
    execFileSync("git", args, { cwd: from, env });
  return { name: "shed", group: "ws", from };
}

test("init, status, audit, assemble, recall, nightly and night, as an owner sees them", () => {
  const { run } = firstDay(workspace());
  expect(run("init")).toMatchInlineSnapshot(`
    "ready  WORKSPACE  openclaw profile  COMMIT
      + pagefile.yaml
      + git hooks and merge driver (each answers when git runs it)
    next: pagefile status
    "
  `);
  expect(run("status")).toMatchInlineSnapshot(`
    "memory    WORKSPACE  openclaw profile, store shed
    branch    main at COMMIT  native git
    pages     9 hot · 0 cold · 4 sections
              1 bootstrap_policy · 1 preference · 6 conversation_segment · 1 procedure
    left out  2 files (1 by **/skills/*/**, 1 by **/{license,licence,licenses,third_party_notices,changelog,code_of_conduct}.md)
    changes   all committed
    last      COMMIT  2026-03-07 20:00  ADOPT  start: a memory
    remote    none: this memory is on this machine alone
    findings  none
    "
  `);
  expect(run("audit")).toMatchInlineSnapshot(`
    "openclaw 2026.8 loads 466 of 60000 chars
      SOUL.md    whole    84
      MEMORY.md  whole    384
      warning  MEMORY.md  curation_stalled
               Logs since 2026-03-01 hold words that are worth keeping, and no night has run here yet.
               See what the first would do: pagefile nightly --dry-run; have one run every night: pagefile schedule install
      warning  MEMORY.md:17  entry_twice
               The entry stands in it twice, the first in MEMORY.md:16, too.
               Take one of the two out: pagefile edit MEMORY.md
    ! 0 errors, 2 warnings, 0 notes
    "
  `);
  expect(run("assemble", "--budget", "2000")).toMatchInlineSnapshot(`
    "<memory fence="332849973" read="pagefile show ID">
    <page-332849973 id="soul" type="bootstrap_policy" fidelity="full" title="SOUL.md" source="SOUL.md@04b71ce1b6">
    # SOUL.md

    You look after the boat shed. Calm and exact; a guess is called a guess.
    </page-332849973>
    <page-332849973 id="heartbeat" type="procedure" fidelity="full" title="HEARTBEAT.md" source="HEARTBEAT.md@2daae421a3">
    # HEARTBEAT.md

    - [ ] Look at the tide table
    - [ ] Look at the mail
    </page-332849973>
    <page-332849973 id="memory#facts" type="preference" fidelity="full" title="Facts" source="MEMORY.md@1e951d42b3">
    ## Facts

    - The shed has four berths and one crane.
    - The crane lifts 900 kg.
    - The crane lifts 900 kg.
    </page-332849973>
    <page-332849973 id="memory#people" type="preference" fidelity="full" title="People" source="MEMORY.md@1e951d42b3">
    ## People

    - **Hedda Brink** - runs the boat shed, reachable until 18:00, prefers short messages.
    - **Tomás Vale** - bookkeeper, sends the invoices on the 3rd.
    </page-332849973>
    <page-332849973 id="memory#rules" type="preference" fidelity="full" title="Rules" source="MEMORY.md@1e951d42b3">
    ## Rules

    - NEVER sail the ferry out without a yes from Hedda.
    - Always write prices in euros, with VAT.
    </page-332849973>
    <page-332849973 id="2026-03-01#morning" type="conversation_segment" fidelity="full" title="Morning" source="memory/2026-03-01.md@a161a5fbb1">
    ## Morning

    - 08:10 Checked mail: nothing new
    - **Decision:** winter storage is booked by the week, not by the day
    - Moved the buoy to berth 3
    </page-332849973>
    <page-332849973 id="2026-03-02" type="conversation_segment" fidelity="full" title="2026-03-02" source="memory/2026-03-02.md@4445551458">
    # 2026-03-02

    - 08:05 Checked mail: nothing new
    - **Lesson:** the crane needs ten minutes to warm up below 5 degrees
    - Tomás sent the invoice for February
    </page-332849973>
    <page-332849973 id="2026-03-03" type="conversation_segment" fidelity="full" title="2026-03-03" source="memory/2026-03-03.md@7d1c1445df">
    # 2026-03-03

    - 08:20 E-Mail geprüft: nichts Neues
    - **Entscheidung:** Hallenplätze vergeben wir nur noch schriftlich
    - Das Tor klemmt wieder
    </page-332849973>
    <page-332849973 id="2026-03-04" type="conversation_segment" fidelity="full" title="2026-03-04" source="memory/2026-03-04.md@eaad0354da">
    # 2026-03-04

    - 08:00 E-Mail geprüft: nichts Neues
    - Hedda mag keine Anrufe vor neun
    - Die Rampe wurde gestrichen
    </page-332849973>
    <page-332849973 id="2026-03-05" type="conversation_segment" fidelity="full" title="2026-03-05" source="memory/2026-03-05.md@152e994a62">
    # 2026-03-05

    - 08:02 Checked mail: nothing new
    - Never lend the big dinghy to guests, Hedda said
    - Painted the oars
    </page-332849973>
    <page-332849973 id="2026-03-06" type="conversation_segment" fidelity="full" title="2026-03-06" source="memory/2026-03-06.md@4daf936edc">
    # 2026-03-06

    - 08:07 Checked mail: nothing new
    - **Important:** the insurance wants photos of every berth by May
    - Rain all day
    </page-332849973>
    </memory-332849973>
    --
    in  2026-03-01#morning  full   99  upgraded    Morning
    in  2026-03-02          full  103  upgraded    2026-03-02
    in  2026-03-03          full  105  upgraded    2026-03-03
    in  2026-03-04          full   98  upgraded    2026-03-04
    in  2026-03-05          full   98  upgraded    2026-03-05
    in  2026-03-06          full   97  upgraded    2026-03-06
    in  heartbeat           full   71  prefetched  HEARTBEAT.md
    in  memory#facts        full   76  upgraded    Facts
    in  memory#people       full   92  upgraded    People
    in  memory#rules        full   72  upgraded    Rules
    in  soul                full   70  upgraded    SOUL.md
    used 1005/2000 tokens, 995 left, 11 in, 0 out
    trace ID, tokens by o200k_base
    "
  `);
  expect(run("recall", "crane")).toMatchInlineSnapshot(`
    "memory#facts  MEMORY.md:13-17
      semantic · preference · 2026-03-06 (its last commit) · confidence high
      ## Facts
      - The shed has four berths and one crane.
      - The crane lifts 900 kg.
      - The crane lifts 900 kg.

    2026-03-02  memory/2026-03-02.md:1-5
      episodic · conversation_segment · 2026-03-02 (its log) · confidence high
      # 2026-03-02
      - 08:05 Checked mail: nothing new
      - **Lesson:** the crane needs ten minutes to warm up below 5 degrees
      - Tomás sent the invoice for February
    --
    2 pages found. confidence 0.85, 199 tokens, trace ID
    "
  `);
  expect(run("nightly")).toMatchInlineSnapshot(`
    "audit  0 errors, 1 warning, 0 notes; across files 1: pagefile consistency  read them with: pagefile audit --last
    committed  COMMIT  CURATE_PROMOTE  curate: 5 statements from the logs
    1 statement waits for another night
    waits  “Hedda mag keine Anrufe vor neun” (memory/2026-03-04.md): it says “mag keine”
    "
  `);
  expect(run("night")).toMatchInlineSnapshot(`
    "nights    last 2026-03-07 20:00 done, 1 commit
    audit     0 errors, 1 warning  pagefile audit --last
    to keep?  1 statement of the logs
      1  preference  Hedda mag keine Anrufe vor neun
         memory/2026-03-04.md: it says “mag keine”
      keep them with: pagefile night accept N …   never ask again: pagefile night reject N …
    "
  `);
});
