/** Bench: what one benchmark is, and the rows it gives. */

/** One measured figure; one that compares names its rival, measured in turns with it in the same run. */
export interface Row {
  readonly case: string;
  /** What was measured and its unit: `ms a start`. */
  readonly metric: string;
  /** Median over `n` rounds. */
  readonly ours: number;
  /** What it is compared with. */
  readonly rival?: string;
  /** Ours / rival. */
  readonly ratio?: number;
  readonly n: number;
}

/** What every benchmark is given; nothing else may differ between two runs. */
export interface Setting {
  readonly seed: number;
  /** The clone the benchmark runs in, `dist` built. */
  readonly project: string;
  /** An empty folder of its own, removed afterwards. */
  readonly folder: string;
}

export interface Bench {
  readonly name: string;
  /** One line for the list of names. */
  readonly says: string;
  run(setting: Setting): Promise<readonly Row[]>;
}
