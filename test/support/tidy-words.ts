/** TidyWords: words that do not belong: impure ones in pure files, British spellings, reminders and machine paths. */

import ts from "typescript";
import { lineOf, parse, type TidyRule, walk } from "./tidy-rules.js";

const impureObjects = new Set(["process", "console", "performance", "globalThis", "Intl", "navigator"]);
const impureCalls = new Set([
  "fetch",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "Date",
  "require",
]);
const impureMembers = new Set(["Date.now", "Math.random", "Temporal.Now", "import.meta"]);
/** They depend on the machine's locale, wherever they stand. */
const impureMethods = /^(?:localeCompare|toLocale\w*)$/;
const chance = new Set(["randomBytes", "randomInt", "randomUUID", "randomFillSync", "getRandomValues", "webcrypto"]);

/** The modules of Node that touch nothing but what they are given. */
const pureModules = /^node:(?:crypto|path(?:\/posix)?|util|buffer|url|string_decoder|zlib)$/;

/** All of `src` is pure but the named: folders end in `/`, files in `.ts`. Pure code takes now, chance, environment, files and network as arguments. */
export function pureButFor(impure: readonly string[]): TidyRule {
  return (path, text) => {
    if (!path.startsWith("src/") || impure.some((one) => path === one || (one.endsWith("/") && path.startsWith(one))))
      return [];
    const source = parse(path, text);
    const found: string[] = [];
    walk(source, (node) => {
      const word = impureWord(node, source) ?? impureModule(node);
      if (word !== null) found.push(`line ${lineOf(source, node)}: ${word} in a pure file; take it as an argument.`);
    });
    return found;
  };
}

function impureModule(node: ts.Node): string | null {
  if (!ts.isImportDeclaration(node) || node.importClause?.isTypeOnly === true) return null;
  const { text } = node.moduleSpecifier as ts.StringLiteral;
  return text.startsWith("node:") && !pureModules.test(text) ? text : null;
}

function impureWord(node: ts.Node, source: ts.SourceFile): string | null {
  if (ts.isIdentifier(node)) {
    if (chance.has(node.text)) return node.text;
    return impureObjects.has(node.text) && isValue(node) && !asksForHashes(node) ? node.text : null;
  }
  if (ts.isMetaProperty(node)) return "import.meta";
  if (ts.isPropertyAccessExpression(node)) {
    const whole = node.getText(source);
    if (impureMembers.has(whole)) return whole;
    return impureMethods.test(node.name.text) ? node.name.text : null;
  }
  if (ts.isNewExpression(node) && node.expression.getText(source) === "Date") {
    return (node.arguments ?? []).length === 0 ? "new Date()" : null;
  }
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return null;
  return impureCalls.has(node.expression.text) ? `${node.expression.text}()` : null;
}

/** `process.getBuiltinModule("node:crypto")`: an import that waits until it is needed. */
function asksForHashes({ parent }: ts.Identifier): boolean {
  if (!ts.isPropertyAccessExpression(parent) || parent.name.text !== "getBuiltinModule") return false;
  const call = parent.parent;
  const [asked] = ts.isCallExpression(call) ? call.arguments : [];
  return asked !== undefined && ts.isStringLiteral(asked) && asked.text === "node:crypto";
}

/** Whether the name stands for the global, not for a key or a member that happens to be called so. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isPropertySignature(parent) && !ts.isPropertyDeclaration(parent) && !ts.isBindingElement(parent);
}

const britishParts =
  /colour|behaviour|favour|honour|neighbour|labour|flavour|humour|rumour|catalogue|artefact|(?:label|model|travel|cancel|signal)l(?:ed|ing)/;
/** The ending keeps "parallelism" and "organism" out. */
const britishVerbs =
  /(?:serial|normal|organ|recogn|initial|summar|canonical|token|final|synchron|author|categor|custom|memo|priorit|util|capital|character|material|parallel|sanit|emphas|optim|minim|maxim)is(?:e|ing|ation)/;
const britishWords = new Set(
  "analyse analysed analysing analyser"
    .split(" ")
    .concat(
      "centre centred fibre metre litre grey defence offence programme programmes cheque judgement whilst amongst".split(
        " ",
      ),
    ),
);

/** Reads words inside identifiers too: `colourTable` is one. */
export const americanSpelling: TidyRule = (_path, text) =>
  inLines(text, (line) =>
    (line.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).filter((word) => {
      const lower = word.toLowerCase();
      return britishWords.has(lower) || britishParts.test(lower) || britishVerbs.test(lower);
    }),
  ).map(([line, word]) => `line ${line}: "${word}" is British; the house spells American.`);

/** What is not done belongs in the tracker, where someone sees it. */
export const noReminders: TidyRule = (_path, text) =>
  inLines(text, (line) => line.match(/\b(?:TODO|FIXME|XXX)\b/g) ?? []).map(
    ([line, word]) => `line ${line}: ${word}; do it, or put it in the tracker.`,
  );

/** A path of one machine means nothing on another. */
export const noMachinePaths: TidyRule = (_path, text) =>
  inLines(text, (line) => line.match(/(?<![\w.~}-])\/(?:work|home|root|Users)\/[\w.-]*/g) ?? []).map(
    ([line, word]) => `line ${line}: ${word} is a path of one machine.`,
  );

function inLines(text: string, find: (line: string) => readonly string[]): [line: number, word: string][] {
  return text.split("\n").flatMap((line, i) => find(line).map((word): [number, string] => [i + 1, word]));
}

/** Participles, adverbs and figures of speech: as a name none tells what the thing does, also beside other words. */
const namesNobody = new Set(
  "known noted told called counted paged standing behind aside live ground stray vouches departures desk seat tangle".split(
    " ",
  ),
);
/** The same, where nothing stands beside them: a `textField` is one, a `Field` is anything. */
const namesNothingAlone = new Set(
  "deep envelope field fresh asked chosen given held kept passed recorded said sent shown wanted".split(" "),
);

/** Files, folders and exports, types too, are called by what they do. */
export const plainNames: TidyRule = (path, text) => {
  const source = parse(path, text);
  const parts = path.replace(/(?:\.test)?\.[mc]?tsx?$/, "").split("/");
  const named = parts.map((part): [place: string, name: string] => ["A file or folder", part]);
  for (const statement of source.statements)
    for (const name of namesExportedBy(statement, source))
      named.push([`line ${lineOf(source, statement)}: An export`, name]);
  return named.flatMap(([place, name]) => {
    const words = name.split(/(?=[A-Z])|[-_.]/).map((word) => word.toLowerCase());
    const vague = words.filter(
      (word) => namesNobody.has(word) || (words.length === 1 && namesNothingAlone.has(word)),
    );
    return vague.map((word) => `${place} is called ${name}: “${word}” does not tell what it does.`);
  });
};

function namesExportedBy(statement: ts.Statement, source: ts.SourceFile): readonly string[] {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    if (clause === undefined) return [];
    return ts.isNamespaceExport(clause) ? [clause.name.text] : clause.elements.map(({ name }) => name.text);
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText(source));
  return "name" in statement && statement.name !== undefined ? [(statement.name as ts.Identifier).text] : [];
}
