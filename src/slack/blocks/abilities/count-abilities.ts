/** `no Abilities`, `1 Ability`, `3 Abilities`. */
export function countAbilities(count: number): string {
  if (count === 0) return 'no Abilities';
  return count === 1 ? '1 Ability' : `${count} Abilities`;
}
