/** Spawner: a small process that starts programs for a large one, asked and answering over two named pipes; ends with its client. */

import { spawnSync } from "node:child_process";
import { openSync, readSync, writeSync } from "node:fs";

const [asked, answers] = process.argv.slice(2);
const from = openSync(asked, "r");
const to = openSync(answers, "w");

/** Exactly so many bytes; null where the pipe has ended. */
function take(size) {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; ) {
    const got = readSync(from, bytes, at, size - at, null);
    if (got === 0) return null;
    at += got;
  }
  return bytes;
}

function give(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at);
}

for (let size = take(8); size !== null; size = take(8)) {
  const { file, args, options } = JSON.parse(String(take(size.readUInt32LE(0))));
  const input = take(size.readUInt32LE(4));
  const ran = spawnSync(file, args, { ...options, encoding: "buffer", ...(input.length > 0 ? { input } : {}) });
  const out = ran.stdout ?? Buffer.alloc(0);
  const err = ran.stderr ?? Buffer.alloc(0);
  const error = ran.error && { message: ran.error.message, code: ran.error.code };
  const head = Buffer.from(JSON.stringify({ pid: ran.pid, status: ran.status, signal: ran.signal, error }));
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(head.length, 0);
  sizes.writeUInt32LE(out.length, 4);
  sizes.writeUInt32LE(err.length, 8);
  give(Buffer.concat([sizes, head, out, err]));
}
