/** LineTransport's tests: however the bytes come, each line is a message or is answered as none, and the next one is read. */
import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { lineTransport } from "../../../src/agents/mcp/server.js";
import { limits } from "../../../src/base/limits.js";

async function told(chunks: readonly (Buffer | string)[]): Promise<{ taken: JSONRPCMessage[]; answers: unknown[] }> {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = lineTransport({ input, output });
  const taken: JSONRPCMessage[] = [];
  transport.onmessage = (message) => void taken.push(message);
  await transport.start();
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await new Promise((done) => setImmediate(done));
  const text = String(output.read() ?? "");
  await transport.close();
  const answers = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { taken, answers };
}

const ping = { jsonrpc: "2.0", id: 7, method: "ping" };
const line = `${JSON.stringify(ping)}\n`;

test("a message is one wherever its bytes are cut, with either line end, and blank lines are none", async () => {
  const text = Buffer.from(`\r\n{"jsonrpc":"2.0","id":"ü","method":"ping"}\r\n\n${line}`);
  for (const size of [1, 3, text.length]) {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      text.subarray(i * size, (i + 1) * size),
    );
    const { taken, answers } = await told(chunks);
    expect(taken).toEqual([{ ...ping, id: "ü" }, ping]);
    expect(answers).toEqual([]);
  }
});

test.each<[sent: string, code: number, id: unknown, says: RegExp]>([
  ["{bad", -32700, null, /^A line is not JSON: /],
  ["\xff\xfe", -32700, null, /not JSON/],
  ["42", -32600, null, /no message of JSON-RPC/],
  ["null", -32600, null, /no message/],
  ["[]", -32600, null, /holds a list/],
  ['{"jsonrpc":"1.0","id":3,"method":"ping"}', -32600, 3, /no message/],
  ['{"id":"a"}', -32600, "a", /no message/],
])("what is no message is answered, and the next is read: %s", async (sent, code, id, says) => {
  const { taken, answers } = await told([`${sent}\n${line}`]);
  expect(answers).toEqual([{ jsonrpc: "2.0", id, error: { code, message: expect.stringMatching(says) } }]);
  expect(taken).toEqual([ping]);
});

test("a line that is too long is passed over without being kept, and ends nothing", async () => {
  const part = Buffer.alloc(1 << 20, "x");
  const parts = Array.from({ length: Math.ceil(limits.mcpMessageBytesMax / part.length) + 1 }, () => part);
  const { taken, answers } = await told([...parts, "\n", line]);
  expect(answers).toMatchObject([
    { id: null, error: { code: -32600, message: expect.stringContaining("passed over") } },
  ]);
  expect(taken).toEqual([ping]);
});
