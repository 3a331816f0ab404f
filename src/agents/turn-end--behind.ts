/** Behind: work that nobody waits for: put off until what was asked for is on its way, and done before anything else is asked. */

export interface Behind {
  readonly put: (work: () => void) => void;
  /** Does now, in order, what was put off. */
  readonly finish: () => void;
}

/** Long enough for a request to leave the process, in milliseconds. */
const delayMs = 10;

/** `failed` is told what a piece of work throws; the others are done all the same. */
export function workBehind(failed: (error: unknown) => void): Behind {
  let waiting: readonly (() => void)[] = [];
  const finish = (): void => {
    const works = waiting;
    waiting = [];
    for (const work of works) {
      try {
        work();
      } catch (error) {
        failed(error);
      }
    }
  };
  return {
    put(work) {
      if (waiting.length === 0) setTimeout(finish, delayMs);
      waiting = [...waiting, work];
    },
    finish,
  };
}
