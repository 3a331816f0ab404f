/** Row list: rows in a column that only grows, emptied by its count, because an array emptied by its length is allocated anew. */

export interface RowList {
  rows: Int32Array;
  count: number;
}

export function makeRowList(): RowList {
  return { rows: new Int32Array(16), count: 0 };
}

export function addRow(list: RowList, row: number): void {
  if (list.count === list.rows.length) {
    const old = list.rows;
    list.rows = new Int32Array(2 * old.length);
    list.rows.set(old);
  }
  list.rows[list.count] = row;
  list.count += 1;
}

/** Takes a row out that is in; the order of the others stays. */
export function takeRow(list: RowList, row: number): void {
  list.rows.copyWithin(list.rows.indexOf(row), list.rows.indexOf(row) + 1, list.count);
  list.count -= 1;
}
