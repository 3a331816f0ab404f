/** Command doctor: checks the machine, the memory here, and the harnesses that are joined to memories. */

import { harnessChecks } from "../../agents/setup/canary.js";
import { type Outcome, ok } from "../../base/result.js";
import { doctor } from "../../doctor.js";
import type { DoctorAnswer } from "../../night/audit/audit.js";
import { type Call, nowOf, type Reply } from "../command.js";
import { wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  const { cwd, env } = call;
  const answer = await doctor({ now: now.value, cwd, repos: call.repos, env });
  if (!answer.ok) return answer;
  const checks = [...answer.value.checks, ...(await harnessChecks({ env, project: cwd }))];
  const bad = checks.some((check) => !check.ok);
  return ok({ json: { checks }, out: (theme) => render({ checks }, theme), onQuiet: "keep", exit: bad ? 1 : 0 });
}

function render(answer: DoctorAnswer, theme: Theme): string {
  const longest = Math.max(0, ...answer.checks.map((check) => check.name.length));
  return answer.checks
    .map((check) => {
      const mark = check.ok ? theme.green("✓") : theme.red("✗");
      const line = `${mark} ${theme.bold(visibleLine(check.name).padEnd(longest))}  ${visibleLine(check.says)}\n`;
      return check.ok || check.hint === "" ? line : line + wrapped(check.hint, longest + 4, theme);
    })
    .join("");
}
