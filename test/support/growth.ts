/** Growth: whether a run over longer and longer text grows faster than the text, by ratios of its own processor times. */

/** Below this a time says nothing about growth; a quadratic run is above it long before the last length. */
const quietMs = 4;
/** Short ones first, where exponential growth shows itself. */
const lengths = [16, 20, 24, 28, 64, 512, 4_096, 8_192, 65_536];

type Run = (text: string) => unknown;

/** Of the processor: others on a busy machine make a run wait, and that is no growth. In milliseconds. */
function timed(run: Run, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const least = (run: Run, text: string): number => Math.min(...[0, 1, 2].map(() => timed(run, text)));

/**
 * From the first length that takes any time: three times as long, again and again, for at most twice the text.
 * `lengthMax` is in characters.
 */
export function isSuperlinear(run: Run, unit: string, lengthMax = 8_192): boolean {
  const text = (length: number): string => `${unit.repeat(Math.ceil(length / unit.length))}\u0001`;
  for (const length of lengths.filter((one) => one <= lengthMax)) {
    if (timed(run, text(length)) < quietMs || least(run, text(length)) < quietMs) continue;
    const shorter = text(length <= 28 ? length - 2 : length / 2);
    return Array.from({ length: 32 }).every(() => least(run, text(length)) >= 3 * least(run, shorter));
  }
  return false;
}
