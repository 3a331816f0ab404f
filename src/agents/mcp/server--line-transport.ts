/** LineTransport: messages of JSON-RPC, one a line, on two streams; what is none is answered as such and ends nothing. */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { limits } from "../../base/limits.js";

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * A line longer than `limits.mcpMessageBytesMax` is passed over, not kept: it would be held in memory whole. A client that waits for
 * an answer gets one for whatever it sent, with the id where that could be read.
 */
export function lineTransport({ input, output }: Streams): Transport {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const write = (text: string): Promise<void> =>
    new Promise((done) => (output.write(`${text}\n`) ? done() : void output.once("drain", done)));
  const refuse = (code: ErrorCode, message: string, id: string | number | null = null): void => {
    transport.onerror?.(new Error(message));
    void write(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  };
  const take = (line: Buffer): void => {
    const text = line.toString("utf8").trim();
    if (text === "") return;
    const read = readMessage(text);
    if ("says" in read) refuse(read.code, read.says, read.id);
    else transport.onmessage?.(read.message);
  };
  const keep = (part: Buffer): void => {
    heldBytes += part.length;
    if (heldBytes <= limits.mcpMessageBytesMax) held.push(part);
    else held = [];
  };
  const endLine = (): void => {
    const whole = held.length === 1 ? held[0] : Buffer.concat(held);
    const bytes = heldBytes;
    held = [];
    heldBytes = 0;
    if (bytes <= limits.mcpMessageBytesMax) take(whole ?? Buffer.alloc(0));
    else refuse(ErrorCode.InvalidRequest, tooLong(bytes));
  };
  const onData = (given: Buffer | string): void => {
    const chunk = Buffer.from(given as Buffer);
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      keep(chunk.subarray(start, end));
      endLine();
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  };
  const onError = (error: Error): void => transport.onerror?.(error);
  const transport: Transport = {
    async start() {
      input.on("data", onData);
      input.on("error", onError);
    },
    send: (message) => write(JSON.stringify(message)),
    async close() {
      input.off("data", onData);
      input.off("error", onError);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}

const lineFeed = 0x0a;

function tooLong(bytes: number): string {
  return `A message of ${bytes} bytes was passed over; at most ${limits.mcpMessageBytesMax} are read. Send it in parts.`;
}

type Read =
  | { readonly message: JSONRPCMessage }
  | { readonly code: ErrorCode; readonly says: string; readonly id: string | number | null };

function readMessage(text: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const says = `A line is not JSON: ${(error as Error).message}`;
    return { code: ErrorCode.ParseError, says, id: null };
  }
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (parsed.success) return { message: parsed.data };
  const says = Array.isArray(value)
    ? "A line holds a list; one message a line was expected."
    : 'A line is no message of JSON-RPC, for example {"jsonrpc":"2.0","id":1,"method":"ping"}.';
  return { code: ErrorCode.InvalidRequest, says, id: idOf(value) };
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
