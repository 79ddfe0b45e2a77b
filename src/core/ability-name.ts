/** Names as the service takes them: letters of any script, digits and spaces, a letter first. */
export const isAbilityName = (name: string): boolean => /^\p{L}[\p{L}\p{M}\p{N} ]{0,79}$/u.test(name);
