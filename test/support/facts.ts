/** Facts from texts: page files for tests of the pure layers, without a disk. */

import { blobOid } from "../../src/base/digest.js";
import type { PagePath } from "../../src/base/ids.js";
import type { Config } from "../../src/memory/config.js";
import { factsOf, type PageFile } from "../../src/memory/facts.js";
import { profileOf } from "../../src/memory/profile.js";
import { buildTable, type PageTable } from "../../src/memory/table.js";

export const plainConfig: Config = {
  store: "0123456789abcdef0123",
  name: "test",
  profile: "plain",
  scope: "project",
  budgetTokens: 1000,
};

export function factsFrom(path: string, text: string, config: Config = plainConfig): PageFile {
  const bytes = new TextEncoder().encode(text);
  return { path: path as PagePath, oid: blobOid(bytes), data: factsOf(path, bytes, profileOf(config.profile)) };
}

export function tableFrom(files: Readonly<Record<string, string>>, config: Config = plainConfig): PageTable {
  return buildTable(
    Object.entries(files).map(([path, text]) => factsFrom(path, text, config)),
    config,
  );
}
