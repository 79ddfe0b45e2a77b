/**
 * Applies a person's changes in a form to the current values.
 * @param mine the list as submitted.
 * @param shown the list as the form showed it initially.
 * @param now the list as saved now.
 * @returns `now` without the items that the person removed, followed by those that the person added.
 */
export function rebaseList<T>(mine: readonly T[], shown: readonly T[], now: readonly T[]): T[] {
  const removed = shown.filter((one) => !mine.includes(one));
  const added = mine.filter((one) => !shown.includes(one));
  return [...new Set([...now.filter((one) => !removed.includes(one)), ...added])];
}
