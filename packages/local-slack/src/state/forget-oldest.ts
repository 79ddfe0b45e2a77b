/** Keeps the latest `most` entries of a map or set, in insertion order. */
export function forgetOldest<K>(
  collection: { readonly size: number; keys(): Iterable<K>; delete(key: K): unknown },
  most: number,
): void {
  for (const key of collection.keys()) {
    if (collection.size <= most) return;
    collection.delete(key);
  }
}
