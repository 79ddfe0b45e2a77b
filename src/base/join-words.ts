const join = (parts: readonly string[], word: 'and' | 'or'): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(` ${word} `);

/** `a`, `a and b`, `a, b and c`. */
export const joinAnd = (parts: readonly string[]): string => join(parts, 'and');

/** `a`, `a or b`, `a, b or c`. */
export const joinOr = (parts: readonly string[]): string => join(parts, 'or');
