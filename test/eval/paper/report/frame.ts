/** Frame: how large a plot is, and where in it things are drawn. */

export const frame = { width: 720, height: 340, left: 64, right: 16, top: 16, bottom: 76 } as const;

interface Area {
  readonly width: number;
  readonly height: number;
  /** The y coordinate of its lower edge. */
  readonly bottom: number;
}

/** What lies within the axes. */
export const area: Area = {
  width: frame.width - frame.left - frame.right,
  height: frame.height - frame.top - frame.bottom,
  bottom: frame.height - frame.bottom,
};
