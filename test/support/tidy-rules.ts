/** TidyRules: the shape of a file: its purpose, its length, its functions, its exports. */

import ts from "typescript";

/** What breaks the rule, one sentence each, opening with `line N:` where there is a line; empty when nothing does. */
export type TidyRule = (path: string, text: string) => readonly string[];

const fileLinesMax = 600;
const functionLinesMax = 70;
const exportsMax = 12;
const headLinesMax = 30;

/** By the text itself: a dozen rules ask for every file in turn, and parsing is nearly all they cost. */
const parsed: Map<string, ts.SourceFile> = new Map();

/** Parses as TypeScript does; a rule never reads code with a regex. Nobody may change what it gives. */
export function parse(path: string, text: string): ts.SourceFile {
  const key = `${path}\n${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  parsed.set(key, source);
  return source;
}

export function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

export const fileLength: TidyRule = (_path, text) => {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return lines <= fileLinesMax ? [] : [`The file has ${lines} lines; at most ${fileLinesMax} are allowed.`];
};

/** A test inside a suite is a function of its own: its lines are not the suite's. */
export const functionLength: TidyRule = (path, text) => {
  const source = parse(path, text);
  const found: string[] = [];
  walk(source, (node) => {
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return;
    // Tests and snapshots only take lines away: what is short with them needs no look at what it holds.
    if (linesOf(source, node) <= functionLinesMax) return;
    const lines = linesOf(source, node) - linesOfTests(source, node.body as ts.Node);
    if (lines <= functionLinesMax) return;
    found.push(
      `line ${lineOf(source, node)}: The function has ${lines} lines; at most ${functionLinesMax} are allowed.`,
    );
  });
  return found;
};

function linesOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.end).line + 2 - lineOf(source, node);
}

/** Lines of the outermost `test(…)` and `describe(…)` calls below a node, and of inline snapshots, which are data. */
function linesOfTests(source: ts.SourceFile, node: ts.Node): number {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return linesOf(source, node) - 1;
  if (ts.isCallExpression(node) && /^(?:test|it|describe)\b/.test(node.expression.getText(source)))
    return linesOf(source, node);
  let lines = 0;
  ts.forEachChild(node, (child) => {
    lines += linesOfTests(source, child);
  });
  return lines;
}

/**
 * `/** Name: a sentence. *\/`, or several sentences, before anything else but a shebang. The head file of a folder says what flows through
 * the folder, what is tricky and why; what takes longer than this is a page of its own.
 */
export const purpose: TidyRule = (_path, text) => {
  const start = text.startsWith("#!") ? text.indexOf("\n") + 1 : 0;
  const end = text.indexOf("*/", start);
  if (!text.startsWith("/**", start) || end < 0)
    return ["line 1: The file does not open with its purpose, `/** Name: sentence. */`."];
  const lines = text.slice(start, end).split("\n").length;
  const words = text
    .slice(start + 3, end)
    .split(/[\s*]+/)
    .filter((word) => word !== "");
  const found: string[] = [];
  if (lines > headLinesMax) found.push(`The purpose has ${lines} lines; at most ${headLinesMax} are allowed.`);
  if (!/^[`\p{Lu}\p{N}]/u.test(words[0] ?? "")) found.push("The purpose does not open with a name.");
  if (!/[.!?]`?$/.test(words.at(-1) ?? "")) found.push("The purpose does not end with a full stop.");
  return found.map((says) => `line 1: ${says}`);
};

/**
 * `allowed` names the files that may export more, and exactly how many: a number that is too high is a finding too.
 * `facade` is the package's own list of exports, as long as its users need it.
 */
export function exportCount(allowed: Readonly<Record<string, number>>, facade: string): TidyRule {
  return (path, text) => {
    if (path === facade) return [];
    const count = new Set(exportedNames(parse(path, text))).size;
    const exception = allowed[path];
    if (exception === undefined) {
      return count <= exportsMax ? [] : [`The file has ${count} exports; at most ${exportsMax} are allowed.`];
    }
    if (count === exception && count > exportsMax) return [];
    return [
      `The file has ${count} exports and its exception says ${exception}; make the exception true or remove it.`,
    ];
  };
}

/** Values alone: a type costs its reader a name and nothing else. A star counts as one name too many to know. */
function exportedNames(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      if (statement.isTypeOnly) return [];
      if (clause === undefined || ts.isNamespaceExport(clause))
        return [`* ${statement.moduleSpecifier?.getText(source)}`];
      return clause.elements.filter((element) => !element.isTypeOnly).map((element) => element.name.text);
    }
    if (!isExported(statement) || ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement))
      return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map((declaration) => declaration.name.getText(source));
    }
    return "name" in statement && statement.name !== undefined
      ? [(statement.name as ts.Identifier).text]
      : ["default"];
  });
}

function isExported(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
}

/** A default export can be renamed by whoever imports it, and then one thing has two names. */
export const noDefaultExport: TidyRule = (path, text) => {
  const source = parse(path, text);
  const found: string[] = [];
  for (const statement of source.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const byWord = modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
    const byClause =
      ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause) &&
      statement.exportClause.elements.some((element) => element.name.text === "default");
    if (ts.isExportAssignment(statement) || byWord || byClause) {
      found.push(`line ${lineOf(source, statement)}: A default export; export by name.`);
    }
  }
  return found;
};
