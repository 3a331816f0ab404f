/** OriginCache adapter: the sum of origin labels as one JSON file, replaced whole. */

import { dirname } from "node:path";
import { digest } from "../../base/digest--digest.js";
import { parseOid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { attempt } from "../../state/fs-calls.js";
import { readPlainText } from "../../state/plain-file.js";
import { makeStateFolder } from "../../state/plain-file--plain-folder.js";
import { replaceWhole } from "../../state/plain-file--plain-write.js";
import type { KnownOrigins, OriginCache } from "./facts-cache--origin-cachex.js";

const version = "origins-1";

/** A file that was cut short or edited does not carry its own digest and is not believed. */
export function openOriginCache(file: string): OriginCache {
  return {
    load() {
      const text = attempt("Reading the origin labels", () => readPlainText(file, limits.originsBytesMax));
      return text.ok ? parse(text.value) : null;
    },
    save(known) {
      const body = JSON.stringify(known);
      attempt("Writing the origin labels", () => {
        makeStateFolder(dirname(file), 0o777);
        replaceWhole(file, `${digest(version + body)}\n${body}\n`, 0o666);
      });
    },
  };
}

function parse(text: string): KnownOrigins | null {
  const [seal, body = ""] = text.split("\n");
  if (seal !== digest(version + body)) return null;
  const known = JSON.parse(body) as KnownOrigins;
  return parseOid(known.head) === null ? null : known;
}
