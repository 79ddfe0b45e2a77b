/** Phones type the curly ones, and mix the directions; a name that holds the one kind is put between the other. */
const DOUBLE = '"“”„«»';
const SINGLE = "'‘’‚";

/**
 * The quoted text at the beginning, and what follows it; null when none begins there. A quote closes only where a name
 * can end: before a separator, a further quote or the end. So `"Bob's Timer"` is one name.
 */
export function takeQuoted(text: string): { inside: string; rest: string } | null {
  const family = familyOf(text.charAt(0));
  if (family === null) return null;
  for (let at = 1; at < text.length; at += 1) {
    if (!family.includes(text.charAt(at)) || !endsHere(text, at + 1)) continue;
    return { inside: text.slice(1, at).trim(), rest: text.slice(at + 1) };
  }
  return null;
}

/** Quotes around the whole text are welcome and never needed. */
export function unquote(text: string): string {
  const trimmed = text.trim();
  const isQuoted = trimmed.length > 1 && familyOf(trimmed.charAt(0))?.includes(trimmed.slice(-1));
  return isQuoted ? trimmed.slice(1, -1).trim() : trimmed;
}

/** Between quotes that the text itself does not hold, as far as there are any. */
export function quote(text: string): string {
  const holdsDouble = [...DOUBLE].some((mark) => text.includes(mark));
  const holdsSingle = [...SINGLE].some((mark) => text.includes(mark));
  return holdsDouble && !holdsSingle ? `'${text}'` : `"${text}"`;
}

function familyOf(mark: string): string | null {
  if (mark === '') return null;
  return [DOUBLE, SINGLE].find((family) => family.includes(mark)) ?? null;
}

const ENDS = new RegExp(`\\s*(?:$|[,\\n])|\\s+[${DOUBLE}${SINGLE}]`, 'y');

function endsHere(text: string, at: number): boolean {
  ENDS.lastIndex = at;
  return ENDS.test(text);
}
