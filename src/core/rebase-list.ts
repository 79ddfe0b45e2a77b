/**
 * Applies a person's changes in a form to what is saved now.
 * @param mine the list as submitted.
 * @param shown the list that the form started with.
 * @param now the list that is saved now.
 * @returns `now` without what the person removed, and then what the person added.
 */
export function rebaseList<T>(mine: readonly T[], shown: readonly T[], now: readonly T[]): T[] {
  const removed = shown.filter((one) => !mine.includes(one));
  const added = mine.filter((one) => !shown.includes(one));
  return [...new Set([...now.filter((one) => !removed.includes(one)), ...added])];
}
