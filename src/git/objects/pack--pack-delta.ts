/** PackDelta: git's deltas: an object told as copies from another one and bytes of its own. */

/** null where the delta does not fit the base, does not give what it says it does, or would give more than `bytesMax`. */
export function applyDelta(base: Buffer, delta: Buffer, bytesMax: number): Buffer | null {
  const from = sizeAt(delta, 0);
  const to = sizeAt(delta, from.next);
  if (from.size !== base.length || to.size > bytesMax) return null;
  const made = Buffer.allocUnsafe(to.size);
  let filled = 0;
  for (let at = to.next; at < delta.length; ) {
    const command = delta[at]!;
    at += 1;
    // 0 is kept by git for later use.
    if (command === 0) return null;
    const copies = command >= 128;
    const { offset, size, next } = copies
      ? copyAt(delta, at, command)
      : { offset: at, size: command, next: at + command };
    const source = copies ? base : delta;
    if (next > delta.length || offset + size > source.length || filled + size > made.length) return null;
    source.copy(made, filled, offset, offset + size);
    filled += size;
    at = next;
  }
  return filled === made.length ? made : null;
}

/** Seven bits a byte, the lowest first. */
function sizeAt(bytes: Buffer, start: number): { readonly size: number; readonly next: number } {
  let size = 0;
  let scale = 1;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    size += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) return { size, next: at + 1 };
  }
}

/** The bits of the command say which bytes of the offset and of the size follow; a size of 0 stands for 64 KiB. */
function copyAt(delta: Buffer, start: number, command: number): { offset: number; size: number; next: number } {
  let [offset, size, next] = [0, 0, start];
  for (let bit = 0; bit < 4; bit += 1) if (command & (1 << bit)) offset += (delta[next++] ?? 0) * 2 ** (8 * bit);
  for (let bit = 0; bit < 3; bit += 1) if (command & (16 << bit)) size += (delta[next++] ?? 0) * 2 ** (8 * bit);
  return { offset, size: size === 0 ? 0x10000 : size, next };
}
