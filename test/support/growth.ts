/** Growth: whether a run over longer and longer text grows faster than the text, by ratios of its own processor times. */

/** Below this a time says nothing about growth; a quadratic run is above it long before the last length. */
const quietMs = 4;
/** Short ones first, where exponential growth shows itself. */
const lengths = [16, 20, 24, 28, 64, 512, 8_192, 65_536];

type Run = (text: string) => unknown;

/** Of the processor: others on a busy machine make a run wait, and that is no growth. In milliseconds. */
function timed(run: Run, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const least = (run: Run, text: string): number => Math.min(...[0, 1, 2].map(() => timed(run, text)));

/** The least of three; of one where that is below what tells of growth, as most are. */
const looked = (run: Run, text: string): number => {
  const once = timed(run, text);
  return once < quietMs ? once : Math.min(once, timed(run, text), timed(run, text));
};

/** As many times a ratio that tells of growth is doubted; one well below it is believed at the second. */
const attempts = 6;

interface Step {
  /** By how many characters, or times, the length grows. */
  readonly by: number;
  /** Growth is believed from so many times the time on, and no longer looked for below `none` times. */
  readonly grows: number;
  readonly none: number;
}

/** Two characters more, which exponential growth makes four times the time of. */
const few: Step = { by: 2, grows: 3, none: 2.5 };
/** Four times the length is 16 times the time where growth is quadratic. Where only twice as long was looked at, a busy machine passed for growth. */
const many: Step = { by: 4, grows: 9, none: 7 };

/**
 * From the first length that takes any time: a multiple of the time that no linear run has, by the least times of several attempts, which noise only
 * lengthens. Lengths are in characters; from a longer one on where a fixed cost hides the growth before.
 */
export function isSuperlinear(run: Run, unit: string, lengthMax = 8_192, lengthMin = 0): boolean {
  const text = (length: number): string => `${unit.repeat(Math.ceil(length / unit.length))}\u0001`;
  for (const length of lengths.filter((one) => one >= lengthMin && one <= lengthMax)) {
    let ofLong = looked(run, text(length));
    if (ofLong < quietMs) continue;
    const step = length <= 28 ? few : many;
    const [long, short] = [text(length), text(length <= 28 ? length - step.by : length / step.by)];
    let ofShort = Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      // Once, for it was looked at three times, and a time of the short one that is too long is what would hide growth.
      ofLong = Math.min(ofLong, timed(run, long));
      ofShort = Math.min(ofShort, least(run, short));
      if (attempt > 1 && ofLong < step.none * ofShort) return false;
    }
    return ofLong >= step.grows * ofShort;
  }
  return false;
}
