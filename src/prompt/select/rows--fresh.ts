/** Fresh: which warm rows have steps to be ranked from nothing, because their worth has leapt or they are new. */

import { addRow, type RowList } from "./rows--row-list.js";

/** Its steps are ranked; or what is ranked of them is to be dropped; or the new ones are at hand besides. */
export const fresh = { no: 0, yes: 1, gathered: 2 } as const;

/** The row's worth has leapt. */
export function freshen(
  warm: { readonly fresh: Uint8Array; readonly news: RowList; isStale: boolean },
  row: number,
): void {
  warm.isStale = true;
  warm.fresh[row] = fresh.yes;
  addRow(warm.news, row);
}
