/** TidyLayers: which file may import which, who may reach the world, and which words pure code does not know. */

import { posix } from "node:path";
import ts from "typescript";
import { lineOf, parse, type TidyRule, walk } from "./tidy-rules.js";

/** The law as data: see the table in `test/tidy.test.ts`. */
export interface LayerLaw {
  /** Folders directly below `src/`; `entry` stands for the files beside them too. Each may import itself. */
  readonly layers: Readonly<Record<string, readonly string[]>>;
  /** Layers that read no clock, no chance, no environment, no file, no network. */
  readonly pure: readonly string[];
  /** Packages by layer, `types:` in front where only types may be taken; a layer without a line may import any. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Layers that take only types from the layers below. */
  readonly typesOnly: readonly string[];
  /** Path prefixes of the files that alone may import a layer from outside it, by the layer imported. */
  readonly composers: Readonly<Record<string, readonly string[]>>;
}

interface Import {
  readonly line: number;
  /** null where it is computed at run time. */
  readonly target: string | null;
  readonly onlyTypes: boolean;
}

export function layerImports(law: LayerLaw): TidyRule {
  return (path, text) => {
    if (!path.startsWith("src/")) return [];
    const from = layerOf(path);
    if (law.layers[from] === undefined) return [`The layer ${from} is not in the table of layers.`];
    return importsOf(path, text).flatMap((found) => {
      const wrong = judge(law, path, found);
      return wrong === null ? [] : [`line ${found.line}: ${wrong}`];
    });
  };
}

function judge(law: LayerLaw, path: string, { target, onlyTypes }: Import): string | null {
  const from = layerOf(path);
  if (target === null)
    return law.pure.includes(from) ? "An import computed at run time; a pure layer names what it imports." : null;
  if (!target.startsWith(".")) return judgePackage(law, from, { target, onlyTypes });
  if (!/\.(?:js|json)$/.test(target)) return `${target} does not end in .js.`;
  const resolved = posix.join(posix.dirname(path), target);
  if (!resolved.startsWith("src/")) return from === "entry" ? null : `${target} leads out of src.`;
  const to = layerOf(resolved);
  const composers = law.composers[to];
  const allowed = from === to || law.layers[from]?.includes(to) === true;
  if (!allowed) return `${from} imports ${to}; it may import ${["itself", ...(law.layers[from] ?? [])].join(", ")}.`;
  if (from !== to && law.typesOnly.includes(from) && !onlyTypes)
    return `${from} imports a value of ${to}; it may take types alone.`;
  if (from === to || composers === undefined || composers.some((prefix) => path.startsWith(prefix))) return null;
  return `${to} is imported by ${composers.join(", ")} alone.`;
}

function judgePackage(law: LayerLaw, from: string, found: { target: string; onlyTypes: boolean }): string | null {
  const allowed = law.packages[from];
  if (allowed === undefined) return null;
  const fits = (pattern: string): boolean =>
    pattern.endsWith("*") ? found.target.startsWith(pattern.slice(0, -1)) : found.target === pattern;
  if (allowed.some((pattern) => fits(pattern))) return null;
  if (found.onlyTypes && allowed.some((pattern) => pattern.startsWith("types:") && fits(pattern.slice(6))))
    return null;
  return `${from} imports the package ${found.target}; it may import ${allowed.join(", ") || "none"}.`;
}

function layerOf(path: string): string {
  const [, folder, ...rest] = path.split("/");
  return rest.length === 0 || folder === undefined ? "entry" : folder;
}

/** Static and dynamic imports, re-exports, `import("…")` types and `require`, with their places. */
function importsOf(path: string, text: string): readonly Import[] {
  const source = parse(path, text);
  const found: Import[] = [];
  const add = (node: ts.Node, target: ts.Node | undefined, onlyTypes: boolean): void => {
    const text = target !== undefined && ts.isStringLiteralLike(target) ? target.text : null;
    found.push({ line: lineOf(source, node), target: text, onlyTypes });
  };
  walk(source, (node) => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, takesTypes(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      add(node, node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node, node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node))
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && isImportCall(node)) add(node, node.arguments[0], false);
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
      found.push(`line ${lineOf(source, node)}: ${name} opens a file; adapter/plain-file and plain-write do.`);
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
