/** `no Abilities`, `1 Ability`, `3 Abilities`. */
export function countAbilities(count: number): string {
  if (count === 0) return 'no Abilities';
  return count === 1 ? '1 Ability' : `${count} Abilities`;
}

/** The number of unreadable rows, after a dot; empty for none. */
export const unreadNote = (unread: number | undefined, count: (amount: number) => string = countAbilities): string =>
  unread ? ` · ${count(unread)} could not be read and ${unread === 1 ? 'is' : 'are'} not shown` : '';
