/** FirstDay: README's newcomer path on a copy of a workspace: each command as its owner would type it, and all that it prints. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { seen } from "./meter.js";
import { type Copied, copyOf, type Workspace } from "./workspaces.js";

const program = fileURLToPath(new URL("../../../dist/pagefile.cjs", import.meta.url));

export interface FirstDay {
  readonly copied: Copied;
  /** Standard output, then standard error below a line of its own. */
  readonly run: (...args: readonly string[]) => string;
}

export function firstDay(workspace: Workspace): FirstDay {
  const temp = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-newcomer-")));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  const copied = copyOf(workspace, temp);
  const run: FirstDay["run"] = (...args) => {
    const { stdout, stderr } = seen(copied, args, { program, seconds: 120 });
    return drawn([stdout, stderr].filter((part) => part !== "").join("--\n")).replaceAll(copied.root, "WORKSPACE");
  };
  return { copied, run };
}

/** A memory's own id is drawn, and so are all commits after it. */
function drawn(text: string): string {
  return text.replace(/\b[0-9a-f]{8}\b(?!-)/g, "COMMIT").replace(/trace [0-9a-f]{12}/g, "trace ID");
}
