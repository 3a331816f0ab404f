/** Purge child: `node child.mjs ROOT STEP`: purges every "POISON" and ends itself by SIGKILL when STEP begins. */

import type { Instant } from "../../../src/base/ids.js";
import { findLayout } from "../../../src/git/layout.js";
import { openPurge } from "../../../src/history/purge/finish.js";

import { poisonRules } from "../../support/purge-rules.js";

const [root = "", at = ""] = process.argv.slice(2);
const layout = findLayout(root);
if (!layout.ok) throw new Error(layout.error.says);
const step = (name: string): void => {
  if (name === at) process.kill(process.pid, "SIGKILL");
};
const host = openPurge(layout.value, { env: process.env, step });
if (!host.ok) throw new Error(host.error.says);
const note = { message: "purge: one thing\n\nPagefile-Reason: PURGE\n", when: "2026-11-21T08:00:00Z" as Instant };
const moved = await host.value.commit(poisonRules, note);
if (!moved.ok) throw new Error(moved.error.says);
const done = await host.value.finish(poisonRules);
if (!done.ok) throw new Error(done.error.says);
await host.value.close();
process.stdout.write(JSON.stringify(done.value));
