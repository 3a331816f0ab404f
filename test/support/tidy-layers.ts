/** TidyLayers: which folder may import which, and which files may reach the disk and other programs. */

import { posix } from "node:path";
import ts from "typescript";
import { lineOf, parse, type TidyRule, walk } from "./tidy-rules.js";

/** Which folder may import which, as data: see `src/ARCHITECTURE.md`. */
export interface OrderLaw {
  /** Folders of `src`, and the files beside them without `.ts`, lowest first: each may import those before it, and itself. */
  readonly order: readonly string[];
  /** Packages by folder, `types:` in front where only types may be taken; a folder without a line may import any. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** By the importing file, what it loads from above while it runs: a command line that is a part of another program. */
  readonly late: Readonly<Record<string, string>>;
}

export interface Import {
  readonly line: number;
  /** null where it is computed at run time. */
  readonly target: string | null;
  readonly onlyTypes: boolean;
  /** Loaded while the program runs. */
  readonly late: boolean;
}

export function folderOrder(law: OrderLaw): TidyRule {
  return (path, text) => {
    if (!path.startsWith("src/")) return [];
    const from = folderOf(path);
    if (!law.order.includes(from)) return [`The folder ${from} is not in the order of folders.`];
    return importsOf(path, text).flatMap((found) => {
      const wrong = judge(law, path, found);
      return wrong === null ? [] : [`line ${found.line}: ${wrong}`];
    });
  };
}

function judge(
  law: OrderLaw,
  path: string,
  { target, onlyTypes }: Pick<Import, "target" | "onlyTypes">,
): string | null {
  const from = folderOf(path);
  if (target === null) return "An import computed at run time; name what it imports.";
  if (!target.startsWith(".")) return judgePackage(law, from, { target, onlyTypes });
  if (!/\.(?:js|json)$/.test(target)) return `${target} does not end in .js.`;
  const resolved = resolvedFrom(path, target);
  if (!resolved.startsWith("src/")) return from === "cli" ? null : `${target} leads out of src.`;
  const to = folderOf(resolved);
  if (law.late[path] === resolved) return null;
  if (law.order.indexOf(to) <= law.order.indexOf(from) && law.order.includes(to)) return null;
  return `${from} imports ${to}, which stands above it.`;
}

function judgePackage(law: OrderLaw, from: string, found: { target: string; onlyTypes: boolean }): string | null {
  const allowed = law.packages[from];
  if (allowed === undefined || found.target.startsWith("node:")) return null;
  const fits = (pattern: string): boolean =>
    pattern.endsWith("*") ? found.target.startsWith(pattern.slice(0, -1)) : found.target === pattern;
  if (allowed.some((pattern) => fits(pattern))) return null;
  if (found.onlyTypes && allowed.some((pattern) => pattern.startsWith("types:") && fits(pattern.slice(6))))
    return null;
  return `${from} imports the package ${found.target}; it may import ${allowed.join(", ") || "none"}.`;
}

/** The folder directly below `src`; a file beside the folders is one of its own. */
function folderOf(path: string): string {
  const [, folder = "", ...rest] = path.split("/");
  return rest.length === 0 ? folder.replace(/\.[jt]s$/, "") : folder;
}

/** The file of `src` that an import of `path` names, as `src/page/page.ts`. */
export function resolvedFrom(path: string, target: string): string {
  return posix.join(posix.dirname(path), target).replace(/\.js$/, ".ts");
}

/** Several rules ask for those of the whole tree, and to parse that takes seconds. */
const known = new Map<string, readonly Import[]>();

/** Static and dynamic imports, re-exports, `import("…")` types and `require`, with their places. */
export function importsOf(path: string, text: string): readonly Import[] {
  const key = `${path}\0${text}`;
  const imports = known.get(key) ?? importsIn(path, text);
  known.set(key, imports);
  return imports;
}

function importsIn(path: string, text: string): readonly Import[] {
  const source = parse(path, text);
  const found: Import[] = [];
  const add = (node: ts.Node, target: ts.Node | undefined, onlyTypes: boolean, late = false): void => {
    const text = target !== undefined && ts.isStringLiteralLike(target) ? target.text : null;
    found.push({ line: lineOf(source, node), target: text, onlyTypes, late });
  };
  walk(source, (node) => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, takesTypes(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      add(node, node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node, node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node))
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && isImportCall(node)) add(node, node.arguments[0], false, true);
  });
  return found;
}

function takesTypes(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (clause === undefined) return false;
  const named = clause.namedBindings;
  if (clause.isTypeOnly) return true;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every((e) => e.isTypeOnly)
  );
}

function isImportCall(node: ts.CallExpression): boolean {
  return node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === "require";
}

/** A module, `node:` or not, that only the named files import. */
export function onlyImportedBy(module: string, owners: readonly string[]): TidyRule {
  return (path, text) => {
    if (owners.includes(path)) return [];
    const taken = importsOf(path, text).filter(({ target }) => target === `node:${module}` || target === module);
    return taken.map(({ line }) => `line ${line}: ${module} is imported by ${owners.join(", ")} alone.`);
  };
}

const writers =
  /^(?:(?:writeFile|appendFile|rename|unlink|rm|rmdir|mkdir|mkdtemp|symlink|link|copyFile|cp|truncate|ftruncate|chmod|fchmod|chown|utimes|write|writev)(?:Sync)?|createWriteStream)$/;

/** Calls of `node:fs` that change the disk, and `open` with anything but reading, outside the files named by prefix. */
export function onlyWrittenBy(prefixes: readonly string[]): TidyRule {
  return (path, text) => {
    if (prefixes.some((prefix) => path.startsWith(prefix))) return [];
    if (!importsOf(path, text).some(({ target }) => /^(?:node:)?fs(?:\/promises)?$/.test(target ?? ""))) return [];
    const source = parse(path, text);
    const found: string[] = [];
    walk(source, (node) => {
      if (!ts.isCallExpression(node)) return;
      const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      const name = callee.getText(source);
      const mode = node.arguments[1]?.getText(source) ?? '"r"';
      const opens =
        /^open(?:Sync)?$/.test(name) && /["'`][^"'`]*[wa+]|O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(mode);
      if (isStreamWrite(node) || (!writers.test(name) && !opens)) return;
      found.push(`line ${lineOf(source, node)}: ${name} changes files; only ${prefixes.join(", ")} may.`);
    });
    return found;
  };
}

const opening =
  /^(?:open|readFile|writeFile|appendFile|copyFile|cp|opendir|truncate)(?:Sync)?$|^create(?:Read|Write)Stream$/;

/**
 * Calls of `node:fs` that open a file by its path, outside the files named: those of our state, and those that a repository brings, are opened
 * as plain files, with a bound. What is called through an object is the page store's.
 */
export function onlyOpenedBy(reasons: Readonly<Record<string, string>>): TidyRule {
  return (path, text) => {
    if (!path.startsWith("src/") || Object.keys(reasons).some((prefix) => path.startsWith(prefix))) return [];
    const source = parse(path, text);
    const taken = new Set<string>();
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      if (!/^(?:node:)?fs(?:\/promises)?$/.test(statement.moduleSpecifier.text)) continue;
      const named = statement.importClause?.namedBindings;
      if (named !== undefined && ts.isNamedImports(named))
        for (const { name } of named.elements) taken.add(name.text);
      else if (statement.importClause?.isTypeOnly !== true) return ["It imports all of node:fs; name what it takes."];
    }
    const found: string[] = [];
    walk(source, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
      const { text: name } = node.expression;
      if (!taken.has(name) || !opening.test(name) || node.arguments[0]?.getText(source) === "fd") return;
      found.push(`line ${lineOf(source, node)}: ${name} opens a file; state/plain-file does.`);
    });
    return found;
  };
}

/** `process.stdout.write` and other streams are no files. */
function isStreamWrite(node: ts.CallExpression): boolean {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "write") return false;
  return !["fs", "fsp", "promises"].includes(callee.expression.getText());
}
