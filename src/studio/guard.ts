/**
 * Guard: who may ask the studio: a browser that was given the address with its token, for a page that the studio itself served. A name that was
 * made to point here, a page of another site, and whoever knows the port alone get nothing, and nobody can put the page into a frame.
 *
 * The token is a part of the path, so that every address the page builds is relative and carries it, and no cookie is there that a browser would
 * send for others. `Referrer-Policy` keeps it from the places that a page links to.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface Knock {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

interface Door {
  readonly port: number;
  readonly token: string;
}

/** A path below the token, with what stands behind `?`, or the answer that a stranger gets. */
export type Admission =
  | { readonly path: string; readonly query: URLSearchParams }
  | { readonly status: 403 | 404 | 405 | 415; readonly says: string };

const refused = { status: 403, says: "This is not for you." } as const;

export function admit({ method, url, headers }: Knock, { port, token }: Door): Admission {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const host = headers.host ?? "";
  // A name that an attacker made to point at 127.0.0.1 is still that name here.
  if (!hosts.includes(host)) return refused;
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return refused;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return { status: 405, says: "GET or POST." };
  if (method === "POST" && origin === undefined) return refused;
  if (method === "POST" && !/^application\/json\b/.test(headers["content-type"] ?? ""))
    return { status: 415, says: "JSON was expected." };
  // An address with a host of its own is for a proxy, and this is none.
  if (!/^\/(?!\/)/.test(url)) return { status: 404, says: "There is nothing here." };
  const asked = new URL(url, `http://${host}`);
  const [, given = "", ...rest] = asked.pathname.split("/");
  if (!isSame(given, token)) return { status: 404, says: "There is nothing here." };
  const path = rest.join("/");
  if (!isFromHere(headers, path)) return refused;
  return { path, query: asked.searchParams };
}

/** Browsers say where a request comes from; a link from elsewhere may open the page itself, and nothing else. */
function isFromHere(headers: IncomingHttpHeaders, path: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return true;
  return path === "" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

/** Takes as long for a wrong token as for the right one. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(a!, b!);
}

/** No script but ours, nothing from elsewhere, nothing kept, in no frame. */
export const closed: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};
