/** OpenAiEndpoint: where a request goes that the user's environment names a host for, and how much of an answer is read. */

/** `path` follows what the user gave: `/embeddings`. https anywhere; plain http only where it does not leave this machine; else null. */
export function targetOf(url: string, path: string): string | null {
  if (!URL.canParse(url)) return null;
  const target = new URL(url);
  const { protocol, username, password } = target;
  if (username !== "" || password !== "") return null;
  if (protocol !== "https:" && !(protocol === "http:" && isHere(url))) return null;
  target.pathname = `${target.pathname.replace(/\/$/, "")}${path}`;
  return target.href;
}

/** Whether what is sent there stays on this machine. */
export function isHere(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** null where it is longer than any answer has to be. */
export async function textOf(answer: Response, bytesMax: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
