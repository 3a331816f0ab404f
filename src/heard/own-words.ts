/**
 * OwnWords: what of a prompt the person said, as it lies in the prompt. Code, logs, diffs, tables, pasted documents and what stands between
 * tags are somebody else's; so is what a quotation within a line says, though the sentence around it is the person's.
 *
 * It reads lines, since a prompt is no Markdown document and Markdown's parser costs more than the rest of a prompt's event. Lines that a
 * program wrote show it by how they begin; a document shows it by the line that introduces it, by its headings or rules, or by what the person
 * wants done with it, and reaches to the last paragraph, which is the person's again where it asks or points back. In doubt words are
 * left out: a rule that nobody gave does more harm than one that has to be said twice.
 */

import { limits } from "../base/limits.js";
import { isOfProgram, isWrapper, openingAt } from "../session/transcript/transcript.js";
import { gap, type Span, unnotedIn } from "./clause.js";
import { finderOf, othersFrom, quoted, setOf } from "./sign.js";

/** What was left out, and why. */
export interface SkippedSpan extends Span {
  readonly why: string;
}

export interface OwnWords {
  /** As long as the prompt; what is not the person's is `gap`, and what they quote is `quoted`. */
  readonly text: string;
  readonly passed: readonly SkippedSpan[];
}

export function ownWordsOf(prompt: string): OwnWords {
  const passed: SkippedSpan[] = [];
  for (const { start, end } of readParts(prompt)) {
    const text = prompt.slice(start, end);
    for (const one of passedIn(text)) passed.push({ why: one.why, start: one.start + start, end: one.end + start });
  }
  const [, last] = readParts(prompt);
  if (last !== undefined) {
    passed.push({ start: limits.heardCharsMax, end: last.start, why: "the prompt is too long to be read whole" });
  }
  passed.sort((a, b) => a.start - b.start || a.end - b.end);
  const text = quotesMarked(without(prompt, passed));
  const unnoted = unnotedIn(text);
  if (unnoted.length === 0) return { text, passed };
  const all = [...passed, ...unnoted.map((span) => ({ ...span, why: "it is not to be noted" }))];
  all.sort((a, b) => a.start - b.start || a.end - b.end);
  return { text: quotesMarked(without(prompt, all)), passed: all };
}

/** What the person typed, quotations with it, and blanks for the rest. */
export function typedOf(prompt: string): string {
  return without(prompt, ownWordsOf(prompt).passed).replaceAll(gap, " ");
}

/** A long prompt is read at both its ends: what a person types is never in the middle of a megabyte. */
function readParts(prompt: string): readonly Span[] {
  const max = limits.heardCharsMax;
  if (prompt.length <= 2 * max) return [{ start: 0, end: prompt.length }];
  return [
    { start: 0, end: max },
    { start: lastPart(prompt, prompt.length - max), end: prompt.length },
  ];
}

/** Behind the fence that stands open at `from`; else the last paragraph: what is before it may belong to what lies between, which nobody reads. */
function lastPart(prompt: string, from: number): number {
  let open: string | null = null;
  for (const { index, 0: line, 1: mark = "" } of prompt.matchAll(/^ {0,3}(`{3,}|~{3,}).*$/gm)) {
    if (index >= from && open === null) break;
    if (open === null) open = mark;
    else if (mark.startsWith(open) && line.trim() === mark) {
      open = null;
      if (index >= from) return index + line.length;
    }
  }
  if (open !== null) return prompt.length;
  const breaks = [
    ...prompt
      .slice(from)
      .trimEnd()
      .matchAll(/\n[^\S\n]*\n/g),
  ];
  const last = breaks.at(-1);
  return last === undefined ? prompt.length : from + last.index;
}

/** Line feeds stay, so that what stands beside a gap is not joined. */
function without(text: string, passed: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of passed) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    pieces.push(text.slice(at, from), gap.repeat(end - from));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

function passedIn(text: string): readonly SkippedSpan[] {
  const typed = typedIn(text);
  const tagged = [...taggedIn(text), ...typed.map((span) => ({ ...span, why: "a harness typed it" }))];
  tagged.sort((a, b) => a.start - b.start);
  const blocks = blocksOf(without(text, tagged));
  const found: SkippedSpan[] = [...tagged];
  for (const { why, start, end, text: line } of blocks) {
    if (why !== null) found.push({ start, end, why });
    else if (blocks.length > 1 && headingLine.test(line)) found.push({ start, end, why: "it is a heading" });
  }
  found.push(...documentIn(text, blocks));
  return found.sort((a, b) => a.start - b.start);
}

/** What a harness types in a person's name: the same words in many people's prompts. */
const templates: readonly string[] =
  "Implement the plan as specified, it is attached for your reference.|Implement the plan as specified.|To-do's from the plan have already been created, do not create them again.|Do NOT edit the plan file itself.|To-do's from the plan have already been created.|Do not create them again.|Mark them as in_progress as you work, starting with the first one.|Don't stop until you have completed all the to-dos.|For the code present, we get this error:|If you propose a fix, please make it concise.|Fix it, verify, and then give a concise explanation.".split(
    "|",
  );
const harnessOpens = /^(?:Base directory for this skill: |The following is the Codex agent history )/;

/** A pasted image or text, several files in a row, and lines of files or of a terminal that stand alone in a line or in front of what is said. */
const harnessMarks =
  /(?<=^[ \t]{0,8})#(?:terminal(?:LastCommand|Selection)|selection|codebase|problems|file:\S{1,200})(?![\w-])|\[(?:Image|Pasted text) #\d+[^\]\n]{0,20}\]|@[\w./-]{1,200}(?:[ \t]{1,8}@[\w./-]{1,200}){1,64}|(?:(?<=^[ \t]{0,8})@[^\s@]+(?::\d+(?:-\d+)?| \(\d+(?:-\d+)?\))|(?<=^[ \t]{0,8})@[^\s@]+(?=[ \t]{0,8}$))/gm;

function typedIn(text: string): readonly Span[] {
  if (harnessOpens.test(text) || isOfProgram(text.trimStart())) return [{ start: 0, end: text.length }];
  const marks = [...text.matchAll(harnessMarks)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  return marks.concat(
    templates.flatMap((template) => {
      const start = text.indexOf(template);
      return start < 0 ? [] : [{ start, end: start + template.length }];
    }),
  );
}

// Tags: from one to its end, but for those with which people emphasize words of their own.

const emphasis = setOf("b i em strong u s kbd sub sup small mark br hr p a");
const unclosedMax = 64;

/** Between a tag and its end: the last of its name for a program's wrapper, whose text may hold such tags; else the next. */
function taggedIn(text: string): readonly SkippedSpan[] {
  const found: SkippedSpan[] = [];
  const unclosed: string[] = [];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const name = openingAt(text, at);
    if (name === null || emphasis.has(name) || unclosed.includes(name)) continue;
    const closing = `</${text.slice(at + 1, at + 1 + name.length)}>`;
    const end = isWrapper(name) ? text.lastIndexOf(closing) : text.indexOf(closing, at);
    if (end >= at) {
      found.push({ start: at, end: end + closing.length, why: `it stands in <${name}>` });
      at = end + closing.length - 1;
    } else if (unclosed.length < unclosedMax) unclosed.push(name);
    else return [...found, { start: at, end: text.length, why: "it is full of open tags" }];
  }
  return found;
}

// Blocks: lines, each with what it is of when a program wrote it; a fence reaches to its end, or to the last line.

interface Block extends Span {
  /** Null for what a person may have typed. */
  readonly why: string | null;
  readonly text: string;
  /** Blank lines part paragraphs. */
  readonly paragraph: number;
  readonly isFenced: boolean;
}

const lineCharsMax = 400;

function blocksOf(text: string): readonly Block[] {
  const found: Block[] = [];
  let fence = "";
  /** How many fences stand open within it: who pastes a document between fences pastes its own, too. */
  let inner = 0;
  let paragraph = 0;
  let before: string | null = null;
  const isLow = /^\s*\p{Ll}/u.test(text);
  for (let at = 0; at <= text.length; ) {
    const lineFeed = text.indexOf("\n", at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(at, Math.min(end, at + lineCharsMax)).trimEnd();
    const marks = /^ {0,8}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const isFenced = fence !== "" || marks !== "";
    let why: string | null = null;
    if (fence !== "") {
      why = "it is code";
      const isBare = line.trim() === marks;
      if (marks.startsWith(fence) && !isBare) inner += 1;
      else if (marks.startsWith(fence) && inner > 0) inner -= 1;
      else if (marks.startsWith(fence)) fence = "";
    } else if (marks !== "") {
      why = "it is code";
      fence = marks;
    } else why = isLow && goesOnAsText(line, before) ? before : whyOf(line, before);
    if (line.trim() === "" && fence === "") paragraph += 1;
    else found.push({ start: at, end, why, text: line, paragraph, isFenced });
    before = line.trim() === "" ? null : why;
    at = end + 1;
  }
  return printedAmong(found);
}

/** What stands among lines of a program is its own, and so are lines behind them where most of a paragraph is and nobody is spoken to. */
function printedAmong(blocks: readonly Block[]): readonly Block[] {
  return paragraphsOf(blocks).flatMap((lines) => {
    const known = lines.filter(({ why, isFenced }) => why !== null && why !== "it is a quotation" && !isFenced);
    if (known.length < printedLinesMin) return lines;
    const [first, last] = [lines.indexOf(known[0]!), lines.indexOf(known.at(-1)!)];
    const isOneByOne = lines[0]!.paragraph !== lines.at(-1)!.paragraph;
    if (known.length * 2 < (isOneByOne ? last - first + 1 : lines.length)) return lines;
    return lines.map((line, at): Block => {
      const isInside = at > first && at < last;
      const isAmong = isOneByOne ? isInside && !isSpoken(line.text) : isInside || (at > last && !isSpoken(line.text));
      return line.why === null && isAmong ? { ...line, why: known[0]!.why } : line;
    });
  });
}

/** Lines that stand one by one, as a console copied with twice its line feeds has them, are one paragraph. */
function paragraphsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const isAlone = ({ paragraph }: Block, at: number): boolean =>
    blocks[at - 1]?.paragraph !== paragraph && blocks[at + 1]?.paragraph !== paragraph;
  const paragraphs: Block[][] = [];
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    const goesOn =
      before !== undefined &&
      (before.paragraph === block.paragraph || (isAlone(before, at - 1) && isAlone(block, at)));
    if (goesOn) paragraphs.at(-1)!.push(block);
    else paragraphs.push([block]);
  }
  return paragraphs;
}

const printedLinesMin = 3;

function isSpoken(line: string): boolean {
  return turnsBack(line) || speaksToAgent(line) || asksLast.test(line);
}

const printed: Readonly<Record<string, readonly RegExp[]>> = {
  "it is a quotation": [/^\s{0,8}>/],
  "it is a log": [
    /^\s{0,8}\[?\d{4}[-/.]\d\d[-/.]\d\d[T ,]\d\d:\d\d/,
    /^\s{0,8}\[?\d\d:\d\d:\d\d[\].,\s]/,
    /^\s{0,8}\[?[A-Z][a-z]{2} {1,2}\d{1,2},? \d\d:\d\d:\d\d[\].,\s]/,
    /^[^|\n]{0,60}\|\s{0,5}(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL)\s{0,5}\|/,
    /^\s{0,8}\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE|SEVERE)\b[\]:\s]/,
    /^\s{0,8}\[[\w.:/-]{2,30}\] /,
    /^(?:npm|yarn|pnpm) (?:ERR!|WARN|error|warn|notice)/,
    /^\s{0,8}(?:error|warning|fatal|panic|erreur|avertissement|fehler|warnung|advertencia|erro|błąd|ostrzeżenie)(?:\[\w+\])? ?: /i,
    /^(?:오류|경고|错误|警告|注意|エラー|警告)\s?[:：]/,
    /^\w[\w-]{1,20}: [\w-]+\/[\w-]+: /,
    /^\s{0,4}\d{1,2}:\d\d(?::\d\d)?\s/,
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? .{0,30}\d\d:\d\d/,
    /^(?:warn|info|error|wait|event|ready|debug)\s+-\s/,
    /^@?[\w./-]{1,40}:[\w-]{1,20}: /,
    /^\s{0,8}=> /,
    /^\s{0,8}• (?:Packages in scope|Remote caching|Running \S+ in \d)/,
    /^\s{0,4}(?:(?:added|audited|changed|found|removed|up to date)\b[^.]{0,60}|\d+ packages\b[^.]{0,20})(?:\d (?:packages?|vulnerabilit)|audited|for funding)/,
    /^\(\w{1,20}:\d+\) /,
    /^\s{0,40}Failed to (?:compile|fetch|load resource)[.:]?(?:\s|$)/,
    /^[\w./-]{2,80}: \[?(?:info|notice|warn|warning|error|debug|crit|emerg)\]?:? /i,
    /^\S{1,200}\.\w{2,5}(?:\?\S{0,60})?:\d+\s/,
    /^\s{0,8}[⨯✘⚠ℹ▲◇◆▸►⏺⎿]\uFE0F? /u,
    /^\s{1,8}(?:warning|error)\s{2,}/,
    /^\s{0,8}\[\d[\d., ]{0,12}(?:m?s|seconds?)\]/,
    /^[\w.-]{2,40}\s{1,20}\|(?:\s|$)/,
    /^\s{0,8}\w{1,60} @ \S+:\d/,
    /^\S{1,80}\.[cm]?js\?\S{1,60}:\d+\s/,
    /[─━═⎯]{3}/,
    /^(?:HINT|DETAIL|LINE \d+|CONTEXT|STATEMENT|hint|Deprecated|DeprecationWarning|Caused by): {1,2}/,
  ],
  "it is a tool's output": [
    /^\s{0,8}\d+:\d+\s+(?:error|warning|info)\s/,
    /^(?:E {2,}|FAILED |ERROR: |> Task :|::\w+|level=|time=|\w+\[\d+\]: )/,
    /^[\w./-]{1,200}:\d+(?::\d+)?:?(?: |$)/,
    /^[\w./@-]{1,200}\.\w{1,5} \(\d+:\d+\)(?: @ \S{1,60})?$/,
    /^(?:\.{0,2}\/[\w./-]{1,200}\.(?:sh|bash|py|rb|pl|js)|\/(?:bin|usr|etc|opt|var)\/[\w./-]{1,200}): /,
    /^\s{0,8}(?:PASS|FAIL|ok \d|not ok|[✓✗✔✖×√●⎯]) /,
    /^\s{0,8}(?:Tests?|Test Suites|Test Files|Snapshots|Duration|Time):? {2,}/,
  ],
  "it is a stack trace": [
    /^\s{1,8}at (?:async )?[\w.$<>[\]]+[ (]/,
    /^(?:Traceback |Caused by: |goroutine \d|Uncaught |Unhandled |thread ')/,
    /^\s{0,8}File "[^"]{1,200}", line \d/,
    /^(?:[A-Z][\w.]{0,80} )?[\w.]{0,80}(?:Error|Exception|Violation)(?: \[\w+\])?: /,
  ],
  "it is a diff": [
    /^(?:diff --git |index [0-9a-f]{7}|--- [ab]\/|\+\+\+ [ab]\/|@@ )/,
    /^[+-](?![\s+-])\S/,
    /^[+-] {2,}\S/,
  ],
  "it is a terminal's": [
    /^(?:\([\w.-]{1,30}\) )?(?:PS )?[A-Z]:\\[^>\n]{0,200}>/,
    /^(?:[$❯➜%] |PS [A-Z]:|\w{1,32}@[\w.-]{1,64}[:~ ])/,
  ],
  "it is a table": [/^\s{0,4}[|+│┌├└┃╔║╚]/],
  "it is data": [/^\s{0,40}(?:[{}[\]],?|"[^"]{1,80}": .{0,200}[,{}[\]"\w])$/],
};
const code: readonly RegExp[] = [
  /^\s{0,8}(?:import|export|const|let|var|def|class|function|public|private|return|package|using|#include)\b[^.!?。]{0,200}[;{}()=:]$/,
  /^\s{0,40}\S.{0,200}(?:[;{}]|=>)$/,
  /^\s{0,40}(?:elif|else|except|finally|try)\b[^.!?]{0,100}:$/,
  /^\s{0,40}(?:await|raise|return|yield) [\w.]{1,60}[([].{0,200}[)\]]$/,
  /^\s{0,40}(?:async|for|if|while|with) [^()[\]=]{0,60}\(?[^()[\]=]{0,60}(?:\w\(|[[=]).{0,200}:$/,
  /^\s{0,40}[\w.]{1,60} (?:\+?=|:=) [^([]{0,100}[([].{0,200}[)\]]$/,
  /^\s{0,40}(?:\/\/|\/\*|\*\/|<!--)/,
];

/** What a program writes below a line of its own. */
const goesOn = /^(?:\s{2,}\S|(?:note|hint|help|info|see|cause|tip)\b[^:]{0,20}: )/i;

/** Sentences below a line of a program, with their capitals and stops, are no words of a person who types without. */
function goesOnAsText(line: string, before: string | null): boolean {
  return (
    before !== null &&
    before !== "it is a quotation" &&
    /^\p{Lu}.*[.!]$/u.test(line) &&
    !turnsBack(/^[^.!]*/.exec(line)![0])
  );
}

/**
 * Most lines that people type have none of the marks by which a program's are told, and the expressions above cost more to compile than all
 * else that is done with a prompt.
 */
function isPlain(line: string): boolean {
  return (
    /^[a-zà-öø-ÿąćęłńśźż\u3041-\u9fff]|^[A-ZÀ-ÖØ-ÞĆŁŚŹŻ][a-zà-öø-ÿąćęłńśźż]/.test(line) &&
    !marked.test(line) &&
    !printedFirst.has(/^\w+/.exec(line)?.[0] ?? "")
  );
}

const marked = /[:：=@[\]{}<>|;$#\t]|\/\*|\/\/| {3}|[=(&]$/;
const printedFirst = setOf(
  "added audited changed found removed up npm yarn pnpm diff index goroutine Traceback Uncaught Unhandled Tests Test Snapshots Duration Time warn info error wait event ready debug not import export const let var def class function public private return package using",
);
/** “tsc: …”, “sshd[12]: …” */
const programFirst = /^([a-z]+)(?:\[\d+\])?: /i;
const programs = setOf(
  "eslint tsc remote fatal make docker rustc cargo gcc clang bash sh zsh git pip mypy pytest ruff stylelint prettier webpack vite nginx kernel systemd java javac mvn gradle php ruby node deno bun usage deprecation sshd cron postgres mysql mysqld redis kubelet",
);

/** “docker exec -i db sh”: a program's name, then an option, a sign of the shell, a path or the like, and no word that people join others with. */
function isCommand(line: string): boolean {
  const [first = "", ...rest] = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  if (first === "sudo" || first === "winpty" || /^[A-Z_]{3,}=/.test(first)) return isCommand(rest.join(" "));
  if (!commands.has(first) || rest.some((word) => said.has(word.toLowerCase()))) return false;
  return rest.some((word) => /^(?:-{1,2}[a-z][\w-]*|[|<>]{1,2}|&&)$|\w[/\\:@=]+\w/i.test(word));
}

const commands = setOf(
  "adb ansible apt apt-get aws az bash brew bun bundle cargo cd chmod chown cmake composer conda cp curl deno docker docker-compose dotnet eslint ffmpeg firebase flutter gcc gcloud gem gh git go gradle grep helm heroku java jest kubectl ls make mkdir mongosh mv mvn mysql netstat node npm npx nvm ollama php pip pip3 pipx pixi pnpm poetry prisma psql pytest python python3 rm rsync ruby scp sed ssh systemctl tar terraform tsc tsx uv uvicorn uvx vercel vite vitest wget yarn",
);
const said = setOf(
  "the a an is are was be i we you that this should must never always please not and or for with when if because der die das ist und nicht mit für le la les est et pas pour el los es y para con não nie jest są dla oraz przez zawsze proszę",
);

/** “May 26, 2026 - 11:53 UTC”, and nothing that came about then. */
function isMoment(line: string): boolean {
  const words = line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isTime = (word: string): boolean => /^\d+(?:st|nd|rd|th|z|t\d+)?$/.test(word) || ofTime.has(word);
  return words.length > 1 && words.every(isTime) && /\p{L}{3}|^\d{4}-\d\d-\d\d/u.test(line);
}

const ofTime = setOf(
  "mon tue tues wed thu thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre poniedziałek wtorek środa czwartek piątek sobota niedziela stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia am pm utc gmt cet cest est edt pst pdt at um uhr à h de del 年 月 日 时 時 分",
);

function whyOf(line: string, before: string | null): string | null {
  if (before !== null && before !== "it is a quotation" && goesOn.test(line)) return before;
  if (isCommand(line)) return "it is a command";
  if (isMoment(line)) return "it is a date";
  if (isPlain(line)) return null;
  const known = Object.keys(printed).find((why) => printed[why]!.some((regex) => regex.test(line)));
  if (known !== undefined) return known;
  if (programs.has(programFirst.exec(line)?.[1]?.toLowerCase() ?? "")) return "it is a log";
  if (!/[.!?] \S/.test(line) && code.some((regex) => regex.test(line))) return "it is code";
  if (line.split("|").length > 3) return "it is a table";
  if (line.split(/\t| {3}/).filter((cell) => cell.trim() !== "").length > 2) return "it is a table";
  const signs = line.match(/[{}();=<>[\]&|$]/g)?.length ?? 0;
  return line.length > 12 && signs * 6 > line.length ? "it is code" : null;
}

// Document: what was pasted, told by the line before it, by rules around it, by its headings or heads of a mail.

/** Words for what people paste. */
const papers = finderOf(
  "doc, docs, document, documents, documentation, readme, spec, specs, log, logs, output, trace, message, messages, email, e mail, emails, mail, ticket, issue, guide, guidelines, wiki, policy, transcript, snippet, response, article, post, comment, comments, review, description, minutes, requirements, text, page, content, contents, memo, note, notes, thread, contract, changelog, paste, pasted, handbook, letter, ad, feedback, rules from, dokument, dokumentation, protokoll, ausgabe, nachricht, anleitung, artikel, inhalt, fehler, richtlinie, brief, rückmeldung, hausordnung, texte, sortie, journal, courriel, consigne, contenu, compte rendu, avis, documento, registro, salida, correo, mensaje, guía, contenido, texto, acta, reseña, mensagem, ata, saída, dokumentacja, dokumentację, dokumentacji, wiadomość, wiadomości, wiadomosc, treść, tresc, artykuł, artykul, instrukcja, instrukcję, opis, umowa, umowę, umowy, notatka, notatki, notatkę, ogłoszenie, protokół, regulamin, wytyczne, recenzja, opinia, opinie, logi, wątek, 文档, 日志, 输出, 邮件, 内容, 文章, 说明, 规范, 纪要, 反馈, 公告, 通知, ドキュメント, 文書, ログ, 出力, メール, 記事, 資料, 議事録, 感想, お知らせ, 메일, 문서, 로그, 회의록, 후기",
);
/** What is done with a paper. */
const handles = finderOf(
  "summarize, summary of, tldr, tl dr, proofread, translate, translated, translation, review, compare, extract, pull out, read, rewrite, rephrase, shorten, polish, turn, convert, explain, format, improve, grade, rate, what does, what do you, thoughts, opinion, apply, applies, anything useful|relevant|here|in, fass, fasse, zusammenfassen, zusammenfassung, übersetz, übersetze, übersetzen, lies, prüf, prüfe, korrigier, korrigiere, verbessere, vergleich, vergleiche, was hältst, résume, traduis, relis, corrige, reformule, resume, resúmeme, traduce, revisa, resuma, traduz, leia, podsumuj, streść, stresc, przetłumacz, przetlumacz, popraw, przejrzyj, porównaj, porownaj, wyciągnij, wyciagnij, przeczytaj, przeredaguj, skróć, skroc, wyjaśnij, wyjasnij, sformatuj, oceń, ocen, co sądzisz, co sadzisz, co myślisz, co myslisz, 总结, 翻译, 校对, 润色, 概括, 挑出, 提取, 怎么看, 要約, 翻訳, 校正, 添削, 抜き出, どう思, 요약, 번역",
);
/** Points at what follows. */
const points = finderOf(
  "this, these, below, following, folgende, folgenden, folgendes, das hier, diese, dieser, dieses, suivant, suivante, suivants, suivantes, ceci, cette, siguiente, siguientes, esto, esta, este, estas, seguinte, poniżej, ponizej, poniższy, poniższa, poniższe, poniższą, ponizszy, ponizsze, następujący, następujące, oto, 以下, 下面, 这, この, 次の, 下の, 다음, 이거",
);
/** Where the person announces rules of their own. */
const announces =
  /rule|convention|regel|règle|regla|norma|regra|zasad|reguł|konwencj|preferencj|preference|规则|规矩|ルール|決まり|규칙/iu;
/** How a text begins that was written for others. */
const opensPaper = finderOf(
  "^dear|hi|hello|hey all|team|everyone, ^dear, ^hallo, ^liebe, ^lieber, ^liebes, ^sehr geehrte, ^guten tag, ^bonjour, ^cher, ^chers, ^chère, ^madame, ^monsieur, ^hola, ^estimado, ^estimada, ^estimados, ^querido, ^querida, ^buenos días, ^szanowny, ^szanowna, ^szanowni, ^drogi, ^droga, ^drodzy, ^dzień dobry, ^witam, ^各位, ^大家好, ^尊敬的, ^お世話, ^皆様, ^拝啓",
);
const opensMarked = /^(?:["“„«「『]|(?:hi|hello|hey) \p{Lu}|\d+\.|§|art(?:icle|\.) ?\d)/u;

/** Words with which a person turns back to the agent. */
const turnsBack = finderOf(
  "^please, ^can you, ^could you, ^so, ^now, ^ok, ^okay, ^oops, ^what, ^that, ^this, ^the above, ^summarize, ^reply, ^answer, ^review, ^translate, ^fix, ^explain, ^proszę, ^prosze, ^możesz, ^mozesz, ^podsumuj, ^streść, ^przetłumacz, ^przetlumacz, ^odpowiedz, ^odpisz, ^popraw, ^wyjaśnij, ^sprawdź, ^sprawdz, ^dzięki, ^dzieki, ^bitte, ^kannst, ^fass, ^fasse, ^das, ^was, ^antworte, ^peux, ^résume, ^réponds, ^merci, ^on peut, ^por favor, ^puedes, ^resume, ^responde, ^contesta, ^pode, ^请, ^帮, ^总结, ^以上, ^怎么, ^回, ^上記, ^この, ^要約, ^返信, ^お礼",
);
const asksLast = /[?？]\s*$/;
const mailHead =
  /^(?:From|To|Subject|Cc|Date|Von|An|Betreff|De|À|Objet|Para|Asunto|Assunto|Od|Temat|发件人|收件人|主题|差出人|宛先|件名)\s?[:：]/;
const ruleLine = /^\s{0,3}(?:-{3,}|={3,}|\*{3,}|_{3,})$/;
const headingLine = /^#{1,6} \S|^\s{0,3}\*\*[^*\n]{2,80}\*\*[:：]?$/;
/** Nobody types these three times in one prompt; programs that write Markdown do in each answer. */
const markedLine =
  /^\s{0,8}(?:(?:[-*•+]|\d{1,2}[.)])\s{1,4})?(?:(?:\p{Extended_Pictographic}\uFE0F?\s{0,3}){0,3}\*\*[^*\n]{2,80}\*\*|\p{Extended_Pictographic}\uFE0F?\s{1,3}\p{Lu})/u;
const markedLinesMin = 3;
const itemLine = /^\s{0,4}(?:[-*•]|\d{1,2}[.)]|§\s?\d|[A-Z]{2,6}-\d{1,4})\s?\S/;

function documentIn(text: string, blocks: readonly Block[]): readonly SkippedSpan[] {
  const others = othersFrom(text);
  if (others !== null) return [{ start: others, end: text.length, why: "it is pasted" }];
  const between = betweenRules(blocks);
  if (between !== null) return [between];
  const above = pastedAbove(blocks);
  if (above !== null) return [above];
  const first = firstPasted(blocks);
  if (first === null) return pastedInLine(blocks);
  const pasted = blocks.slice(first);
  const last = pasted.at(-1)!.paragraph;
  const behind = pasted.filter(({ paragraph }) => paragraph === last);
  const isOwn = last > pasted[0]!.paragraph && isPersons(behind, pasted);
  const end = isOwn ? behind[0]!.start : pasted.at(-1)!.end;
  const reaches = text.length > pasted.at(-1)!.end && !isOwn ? Math.max(end, pasted.at(-1)!.end) : end;
  return [{ start: pasted[0]!.start, end: reaches, why: "it is pasted" }, ...pastedInLine(blocks.slice(0, first))];
}

/** What stands between two lines of dashes. */
function betweenRules(blocks: readonly Block[]): SkippedSpan | null {
  const rules = blocks.filter(({ text }) => ruleLine.test(text));
  if (rules.length < 2) return null;
  const lead = blocks[blocks.indexOf(rules[0]!) - 1];
  const isLabel = lead?.why === null && /[:：]$/.test(lead.text) && !handles(lead.text);
  // A document that has rules between its sections begins at its first heading.
  const headings = blocks.filter(({ why, text }) => why === null && headingLine.test(text));
  const heading = headings.length > 1 && !headings.some(({ text }) => announces.test(text)) ? headings[0] : undefined;
  const first = isLabel ? lead.start : rules[0]!.start;
  return { start: Math.min(first, heading?.start ?? first), end: rules.at(-1)!.end, why: "it is pasted" };
}

/** A text whose last paragraph says what is to be done with it. */
function pastedAbove(blocks: readonly Block[]): SkippedSpan | null {
  const last = blocks.at(-1);
  if (last === undefined || last.paragraph === blocks[0]!.paragraph) return null;
  const behind = blocks.filter(({ paragraph }) => paragraph === last.paragraph);
  const pasted = blocks.filter(({ paragraph }) => paragraph !== last.paragraph);
  const chars = pasted.reduce((sum, { start, end }) => sum + end - start, 0);
  if (behind.length > 1 || last.text.length > paperLineMax || chars < paperCharsMin) return null;
  if (!pointsBack(last.text) || pasted.some(({ text }) => speaksToAgent(text))) return null;
  return { start: pasted[0]!.start, end: pasted.at(-1)!.end, why: "it is pasted" };
}

/** “Summarize this”, “what does the above mean?” */
const pointsBack = finderOf(
  "summarize, proofread, translate, rewrite, shorten, what does this|that|it, what do you think|make, thoughts, is this|that true|right|ok|legit, do we comply|follow, does this|that apply|affect, which of these|those, the|all above, reply to this|that|it|him|her, fass, fasse, übersetz, übersetze, was hältst du, gilt das, betrifft uns, résume, traduis, réponds, tu en penses, resume, traduce, responde, qué opinas, qué te parece, resuma, traduz, podsumuj, streść, stresc, przetłumacz, przetlumacz, odpowiedz na to, co to znaczy, co o tym sądzisz, co sądzisz, co sadzisz, czy to prawda, 总结, 翻译, 概括, 这段, 上面, 以上, 怎么看, 要約, 翻訳, まとめて, 上の, どう思, この文, この内容, 요약, 번역",
);
/** How a person begins who speaks to an agent, and not a text. */
const speaksToAgent = finderOf(
  "^please, ^can you, ^could you, ^i, ^we, ^hey, ^hi, ^ok, ^so, ^now, ^fix, ^add, ^proszę, ^prosze, ^możesz, ^mozesz, ^czy możesz, ^napraw, ^dodaj, ^zrób, ^chcę, ^mamy, ^cześć, ^hej, ^bitte, ^kannst, ^ich, ^wir, ^je, ^on, ^tu, ^nous, ^por favor, ^puedes, ^yo, ^请, ^帮, ^我, ^私, ^今",
);

/** The place among the blocks at which something pasted begins. */
function firstPasted(blocks: readonly Block[]): number | null {
  const mails = blocks.filter(({ text }) => mailHead.test(text));
  if (mails.length > 1) return blocks.indexOf(mails[0]!);
  const headings = blocks.filter(({ why, text }) => why === null && headingLine.test(text));
  for (const [at, { text, paragraph, why }] of blocks.entries()) {
    const next = blocks[at + 1];
    if (why !== null || next === undefined) continue;
    if (papers(text) && points(text) && text.length <= paperLineMax && opensPaper(next.text)) return at + 1;
    if (/[:：]$/.test(text) && !announces.test(text) && (papers(text) || handles(text))) return at + 1;
    // A paragraph that wants something done with what follows it, or asks about a list.
    const isAbove = paragraph === blocks[0]!.paragraph && next.paragraph > paragraph;
    const asksAboutList = /[?？][^\n]{0,20}$/.test(text) && itemLine.test(next.text);
    if (isAbove && !itemLine.test(text) && (asksAboutList || wantsPaper(text, blocks.slice(at + 1)))) return at + 1;
  }
  const marks = blocks.filter(({ why, text }) => why === null && markedLine.test(text));
  if (marks.length >= markedLinesMin) return Math.min(...[...headings, ...marks].map((one) => blocks.indexOf(one)));
  if (headings.length === 0) return null;
  const at = blocks.indexOf(headings[0]!);
  const rest = blocks.slice(at);
  return headings.length > 1 || rest.length > headedLinesMin ? at : null;
}

const headedLinesMin = 3;
const paperLineMax = 160;
const tinyLineMax = 16;
const titleCharsMax = 60;
const paperCharsMin = 60;

function wantsPaper(line: string, below: readonly Block[]): boolean {
  const isTiny = line.length < tinyLineMax && line.split(/\s+/).length <= 2 && !/[,!.]/.test(line);
  if (line.length > paperLineMax || announces.test(line.replace(/[?？].*$/, ""))) return false;
  const isPaper = below.some(
    ({ text, start }) =>
      itemLine.test(text) || (start === below[0]!.start && (opensPaper(text) || opensMarked.test(text))),
  );
  const isTitled = below.length > 2 && below[0]!.text.length < titleCharsMax && !/[.!?。！？,]$/.test(below[0]!.text);
  const isProse = /[.!?。！？]["”」]?\s?\S.*[.!?。！？]/s.test(below.map(({ text }) => text).join(" "));
  const asks = /[?？]\s*$/.test(line) || papers(line);
  if (!(isTiny || handles(line) || points(line) || (asks && (isPaper || isTitled || isProse)))) return false;
  const chars = below.reduce((sum, { start, end }) => sum + end - start, 0);
  const speaks = below.some(({ text }) =>
    /^(?:please|also|and\b|then|oh|btw|bitte|außerdem|und\b|aussi|et\b|además|y\b|proszę|dodatkowo|poza tym|另外|还有|あと|それと)/iu.test(
      text,
    ),
  );
  const isCommon = below.some(({ why }) => why !== null);
  return (
    !speaks &&
    !isCommon &&
    (chars >= paperCharsMin || (papers(line) && chars > 0) || /[\u3040-\u9fff]/.test(below[0]!.text))
  );
}

/** Whether the last paragraph is said about what was pasted. */
function isPersons(behind: readonly Block[], pasted: readonly Block[]): boolean {
  const [first] = behind;
  const chars = behind.at(-1)!.end - first!.start;
  if (first === undefined || chars > lineCharsMax || itemLine.test(first.text)) return false;
  if ([first, behind.at(-1)!].some(({ text }) => turnsBack(text) || asksLast.test(text))) return true;
  // Below a list or a head of a mail, a line that is none of it.
  return (
    pasted.some(({ text }) => itemLine.test(text) || mailHead.test(text)) &&
    behind.length === 1 &&
    chars < paperLineMax
  );
}

/** “wiki: …”, “from the README: …”: what stands behind the colon of such a line. */
const introducesHere =
  /^(?:(?:here(?: is|'s| are)|this is|from|see|pasted?|quot(?:e|ing)|hier (?:ist|sind)|aus|voici|extrait|aquí (?:está|tienes)|oto|fragment|cytat|z) )[^.!?:\n]{0,60}[:：] /iu;

function pastedInLine(blocks: readonly Block[]): readonly SkippedSpan[] {
  return blocks.flatMap((block) => {
    if (block.why !== null) return [];
    const lead = introducesHere.exec(block.text)?.[0];
    if (lead === undefined || !papers(lead)) return [];
    return [{ start: block.start + lead.length, end: block.end, why: "it is pasted" }];
  });
}

const quotePairs: ReadonlyMap<string, string> = new Map(
  ['""', "“”", "„“”", "‚‘’", "«»", "»«", "《》", "「」", "『』", "``", "‘’", "''"].map((each) => [
    each[0]!,
    each.slice(1),
  ]),
);
const quoteCharsMax = 600;

function quotesMarked(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  const opening = /["“„«「『`‘'‚»《]/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const { index } = match;
    const end = closingOf(text, index);
    if (end === null) continue;
    pieces.push(text.slice(at, index), quoted.repeat(end - index));
    at = end;
    opening.lastIndex = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

/** Behind the mark that closes a quotation; null where none does on the line. */
function closingOf(text: string, index: number): number | null {
  const mark = text[index]!;
  const isPlain = mark === "'" || mark === '"' || mark === "‘";
  if (isPlain && index > 0 && /[0-9A-Za-z\u00c0-\ud7ff]/.test(text[index - 1]!)) return null;
  const closers = quotePairs.get(mark)!;
  const until = Math.min(text.length, index + quoteCharsMax);
  for (let at = index + 1; at < until; at += 1) {
    const one = text[at]!;
    if (one === gap || (one === "\n" && (mark === "'" || mark === "`"))) return null;
    if (!closers.includes(one)) continue;
    if (mark !== "'" && mark !== "‘") return at + 1;
    if (at > index + 1 && (at + 1 === text.length || !/[0-9A-Za-z\u00c0-\ud7ff]/.test(text[at + 1]!))) return at + 1;
  }
  return null;
}
