interface Weighed {
  path: string;
  weight: number;
}

/**
 * The deepest folder with more than half of the weight, with a trailing slash. Null if no folder has more than half, or
 * if that folder has all of it.
 */
export function findLargestFolder(entries: readonly Weighed[]): Weighed | null {
  const sums = new Map<string, number>();
  let total = 0;
  for (const { path, weight } of entries) {
    total += weight;
    for (let end = path.indexOf('/') + 1; end > 0; end = path.indexOf('/', end) + 1) {
      const folder = path.slice(0, end);
      sums.set(folder, (sums.get(folder) ?? 0) + weight);
    }
  }
  // At each depth, at most one folder can have more than half.
  const heavy = [...sums].filter(([, weight]) => weight * 2 > total);
  const [path, weight] = heavy.sort(([a], [b]) => b.length - a.length)[0] ?? ['', total];
  return weight < total ? { path, weight } : null;
}
