/** How names are compared: letters in whatever case, accents however they are written, all on one line. */
export const foldName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    // PostgreSQL takes no NUL in a text, and a line break stands between two names.
    .replace(/[\0\r\n]/g, ' ');

/** Several names in one text, in which a part of one can be looked for. */
export const foldNames = (names: readonly (string | null)[]): string =>
  [...new Set(names.flatMap((name) => (name === null ? [] : [foldName(name)])))].join('\n');

/** A pattern of LIKE with `escape '\'` that finds this text, and nothing else, anywhere. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
