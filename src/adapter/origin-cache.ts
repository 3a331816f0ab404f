/** OriginCache adapter: the sum of origin labels as one JSON file, replaced whole. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { digest } from "../base/digest.js";
import { parseOid } from "../base/ids.js";
import type { KnownOrigins, OriginCache } from "../port/origin-cache.js";
import { attempt } from "./fs-calls.js";

const version = "origins-1";

/** A file that was cut short or edited does not carry its own digest and is not believed. */
export function openOriginCache(file: string): OriginCache {
  return {
    load() {
      const text = attempt("Reading the origin labels", () => readFileSync(file, "utf8"));
      return text.ok ? parse(text.value) : null;
    },
    save(known) {
      const body = JSON.stringify(known);
      const temporary = `${file}.${process.pid}`;
      const written = attempt("Writing the origin labels", () => {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(temporary, `${digest(version + body)}\n${body}\n`);
        renameSync(temporary, file);
      });
      if (!written.ok) attempt("Removing a temporary file", () => rmSync(temporary, { force: true }));
    },
  };
}

function parse(text: string): KnownOrigins | null {
  const [seal, body = ""] = text.split("\n");
  if (seal !== digest(version + body)) return null;
  const known = JSON.parse(body) as KnownOrigins;
  return parseOid(known.head) === null ? null : known;
}
