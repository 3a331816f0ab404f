/** Greatest: the few best of many values, without sorting the rest. */

/** The places of so many of the greatest values, greatest first; of equal ones those that come first. */
export function greatest(values: ArrayLike<number>, count: number): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!;
    if (places.length >= count && !(value > values[places[count - 1]!]!)) continue;
    let at = Math.min(places.length, count - 1);
    for (; at > 0 && values[places[at - 1]!]! < value; at--) places[at] = places[at - 1]!;
    places[at] = place;
  }
  return places;
}
