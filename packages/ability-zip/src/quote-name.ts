const MAX_CHARACTERS = 64;
/** Control characters, marks that turn the reading direction, and what is not seen at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A foreign name for a sentence: in quotation marks, clipped in its middle, with nothing in it that cannot be seen. */
export function quoteName(name: string): string {
  const seen = name.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  const characters = [...seen];
  if (characters.length <= MAX_CHARACTERS) return `“${seen}”`;
  const half = Math.floor((MAX_CHARACTERS - 1) / 2);
  return `“${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}”`;
}

/** The name as it stands in a header, for a sentence about a name that cannot be decoded. */
export const quoteRawName = (raw: Buffer): string => quoteName(raw.toString('utf8'));
