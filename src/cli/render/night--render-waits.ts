/** RenderWaits: what a night did not keep, for a terminal: the first few with their reasons, the rest by count. */

import type { NightlyAnswer } from "../../night/night.js";
import type { Wait } from "../../night/proposal--waits.js";
import { thresholds } from "../../night/thresholds.js";
import { count } from "./render.js";
import { type Theme, visibleLine } from "./table--theme.js";

export function waitLines({ waits, staying }: NightlyAnswer, theme: Theme): string {
  const shown = waits.slice(0, thresholds.toldMax);
  const rows = shown.map((wait) => `${theme.cyan(names[wait.until])}  ${said(wait)}: ${visibleLine(wait.why)}\n`);
  const more = waits.length - shown.length;
  const rest =
    more === 0
      ? ""
      : `${theme.dim(`and ${more} more that wait: read and settle them with pagefile night, or see all with pagefile nightly --dry-run --json`)}\n`;
  return `${rows.join("")}${rest}${stayingLine(staying, theme)}`;
}

const names: Readonly<Record<Wait["until"], string>> = { person: "yours", blocked: "blocked", turn: "waits" };
const shownCharacters = 90;

/** Where it stands, where its words must not be repeated. */
function said({ text, sources }: Wait): string {
  const file = (sources[0] ?? "").replace(/^file:/, "").split("#", 1)[0] ?? "";
  if (text === null) return `an entry of ${visibleLine(file)}`;
  const short = text.length > shownCharacters ? `${text.slice(0, shownCharacters).trimEnd()}…` : text;
  return `“${visibleLine(short)}” (${visibleLine(file)})`;
}

function stayingLine(staying: NightlyAnswer["staying"], theme: Theme): string {
  if (staying.length === 0) return "";
  const waits = staying.reduce((sum, log) => sum + log.waits + log.held, 0);
  const logs = count(staying.length, "log");
  return `${theme.dim(`${logs} older than ${thresholds.logDaysMax} days ${staying.length === 1 ? "stays" : "stay"} until ${waits === 1 ? "the statement" : `the ${waits} statements`} in ${staying.length === 1 ? "it" : "them"} are kept or settled`)}\n`;
}
