const angles = (line: string) => line.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line as it is typed, in code: `/abilities show Weather`. Only for lines of our own, never with foreign text. */
export const typed = (line: string) => `\`/abilities ${angles(line)}\``;

/**
 * The name of an Ability as it can be typed in a line of ours: by its name where nothing in it could be misread, else by
 * its ID.
 */
export const typedName = (name: string, ref: string): string => (/^\p{L}[\p{L}\p{N} ]{0,39}$/u.test(name) ? name : ref);
