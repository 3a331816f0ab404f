/** EvidenceForm: the forms in which a patch names what it rests on, and what each has to look like before anything is looked up. */

import { type PagePath, parsePagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import { parseDigest } from "../page/meta.js";

/** What a piece of evidence names, as far as its own words tell. */
export type EvidenceNamed =
  | {
      readonly kind: "session" | "page" | "commit" | "sha256" | "tool" | "url" | "user_message";
      readonly name: string;
    }
  /** `#` may begin a line or an entry, or belong to the name: the whole comes first. */
  | { readonly kind: "file"; readonly name: string; readonly paths: readonly PagePath[] };

/** Why a form is none, and what would be one. */
export interface Misspelled {
  readonly says: string;
  readonly hint: string;
}

const forms: Readonly<Record<EvidenceNamed["kind"], string>> = {
  session: "session:ID#L120",
  page: "page:ID",
  file: "file:PATH#L12",
  commit: "commit:OID",
  sha256: "sha256:DIGEST",
  tool: "tool:NAME",
  url: "url:https://…",
  user_message: "user_message:ID",
};

const knownForms: string = `Known forms: ${Object.values(forms).join(", ")}.`;

/** Pure: whether what is named is there is for whoever can look. */
export function parseEvidence(evidence: string): Result<EvidenceNamed, Misspelled> {
  const colon = evidence.indexOf(":");
  const kind = evidence.slice(0, Math.max(0, colon));
  const rest = evidence.slice(colon + 1);
  if (!Object.hasOwn(forms, kind) || rest.trim() !== rest || rest === "")
    return err({ says: `The evidence “${evidence}” has no known form.`, hint: knownForms });
  const form = kind as EvidenceNamed["kind"];
  if (form === "file") return fileNamed(evidence, rest);
  if (form === "url") return urlNamed(evidence, rest);
  if (form === "commit" && !/^[0-9a-f]{7,64}$/.test(rest))
    return wrong(evidence, "no commit's id: 7 to 64 of 0 to 9 and a to f", "git log --format=%H tells the ids.");
  if (form === "sha256" && parseDigest(evidence) === null) {
    const hint = "Copy it whole from the field digest of its page.";
    return wrong(evidence, "no digest: 64 of 0 to 9 and a to f follow sha256:", hint);
  }
  return ok({ kind: form, name: form === "session" ? withoutFragment(rest) : rest });
}

function fileNamed(evidence: string, rest: string): Result<EvidenceNamed, Misspelled> {
  const names = [...new Set([rest, withoutFragment(rest)])];
  const paths = names.flatMap((name) => parsePagePath(name) ?? []);
  if (paths.length > 0) return ok({ kind: "file", name: rest, paths });
  const hint = "Name it from the memory's folder, lines behind “#”: file:notes/call.md#L12";
  return wrong(evidence, "no path below the memory", hint);
}

function urlNamed(evidence: string, rest: string): Result<EvidenceNamed, Misspelled> {
  const hint = "For example: url:https://example.org/page";
  if (/\s/u.test(rest) || !URL.canParse(rest)) return wrong(evidence, "no address", hint);
  const { protocol, username, password, hostname } = new URL(rest);
  if ((protocol !== "https:" && protocol !== "http:") || hostname === "")
    return wrong(evidence, "no address of http or https", hint);
  if (username === "" && password === "") return ok({ kind: "url", name: rest });
  // What stands before the host may be a password that no detector knows: it is not repeated.
  const says = `The evidence “url:${protocol}//…@${hostname}…” holds a login, which no memory should.`;
  return err({ says, hint: "Leave out what stands before “@”." });
}

function wrong(evidence: string, what: string, hint: string): Result<never, Misspelled> {
  return err({ says: `The evidence “${evidence}” is ${what}.`, hint: `${hint} ${knownForms}` });
}

/** Before the last `#`, where something stands before it. */
function withoutFragment(name: string): string {
  const hash = name.lastIndexOf("#");
  return hash > 0 ? name.slice(0, hash) : name;
}
