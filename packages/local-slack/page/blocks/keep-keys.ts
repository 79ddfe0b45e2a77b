/** What an item has in common with its earlier version, or null if nothing of the kind. The strongest comes first. */
export type Identity<T> = (item: T, index: number, all: readonly T[]) => string | null;

export interface Keyed<T> {
  items: readonly T[];
  keys: readonly string[];
}

/**
 * Keys for the items of a redrawn list, so that the same control keeps its place in the document, and with it the focus.
 * IDs alone do not do: Slack makes new ones at each redraw for blocks and elements without their own.
 */
export function keepKeys<T>(
  before: Keyed<T>,
  items: readonly T[],
  identities: readonly Identity<T>[],
  newKey: () => string,
): Keyed<T> {
  const keys: (string | undefined)[] = items.map(() => undefined);
  const left = new Set(before.items.keys());
  for (const identity of identities) {
    const earlier = new Map<string, number[]>();
    for (const index of left) {
      const found = before.items[index];
      const name = found === undefined ? null : identity(found, index, before.items);
      if (name !== null) earlier.set(name, [...(earlier.get(name) ?? []), index]);
    }
    items.forEach((item, index) => {
      if (keys[index] !== undefined) return;
      const name = identity(item, index, items);
      const match = name === null ? undefined : earlier.get(name)?.shift();
      if (match === undefined) return;
      keys[index] = before.keys[match];
      left.delete(match);
    });
  }
  return { items, keys: keys.map((key) => key ?? newKey()) };
}
