/** Frontmatter: the tree the strict scanner reads, each node with its place in the text. */

/** UTF-16 offsets into the file's text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type YamlStyle = "plain" | "single" | "double" | "literal" | "folded";

export interface YamlScalar extends Span {
  readonly kind: "scalar";
  readonly style: YamlStyle;
  /** The text after unquoting, before typing. */
  readonly text: string;
  /** `true`, `false`, `null` and decimal numbers when plain; otherwise the text. */
  readonly value: string | number | boolean | null;
}

export interface YamlList extends Span {
  readonly kind: "list";
  readonly flow: boolean;
  readonly items: readonly YamlNode[];
}

export interface YamlPair {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: YamlNode;
}

export interface YamlMap extends Span {
  readonly kind: "map";
  readonly flow: boolean;
  readonly pairs: readonly YamlPair[];
}

/** What the closed subset has no reading for: kept to the byte under its key, and never taken for a value. */
export interface YamlOpaque extends Span {
  readonly kind: "opaque";
  readonly text: string;
  /** Why it was not read. */
  readonly says: string;
  /** Whether these lines are this key's and no other's: not where it stands twice, or may be part of a text above. */
  readonly certain: boolean;
}

export type YamlNode = YamlScalar | YamlList | YamlMap | YamlOpaque;

/** Lines that belong to no key that can be told. */
export interface LooseLines extends Span {
  readonly says: string;
}

export interface Frontmatter {
  /** From the first `-` of the opening fence to the end of the closing fence's line. */
  readonly span: Span;
  /** What stands between the fences' lines. */
  readonly inner: Span;
  readonly root: YamlMap;
  /** Absent where every line was read. */
  readonly loose?: readonly LooseLines[];
  /** Hugo's: read as its own language says, and never written. Its values have no places but the block's. */
  readonly language?: "toml";
}

/** A plain value of a node: what the YAML says, without places. */
export type YamlValue =
  | string
  | number
  | boolean
  | null
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue };
