/** Keeps the latest `max` entries of a map or set, in insertion order. */
export function forgetOldest<K>(
  collection: { size: number; keys(): Iterable<K>; delete(key: K): unknown },
  max: number,
): void {
  for (const key of collection.keys()) {
    if (collection.size <= max) return;
    collection.delete(key);
  }
}
