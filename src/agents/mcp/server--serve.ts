/** ServeMcp: the server on the standard streams, until its client closes them. */

import { once } from "node:events";
import { type McpOptions, mcpServer } from "./server.js";
import { lineTransport } from "./server--line-transport.js";

export interface Streams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** One line for whoever reads standard error. */
  readonly complain: (says: string) => void;
}

/** Resolves once the input has ended and every call that came before has been answered. */
export async function serveMcp(options: McpOptions, { input, output, complain }: Streams): Promise<void> {
  const { server, settled } = mcpServer(options);
  server.onerror = (error) => complain(error.message);
  const ended = Promise.race([once(input, "end"), once(input, "close")]);
  await server.connect(lineTransport({ input, output }));
  await ended;
  // What was read last is handed over in a later turn of the loop, and so is its answer.
  await later();
  await settled();
  await later();
  await new Promise<void>((done) => output.write("", () => done()));
  await server.close();
}

function later(): Promise<void> {
  return new Promise((done) => setTimeout(done, 0));
}
