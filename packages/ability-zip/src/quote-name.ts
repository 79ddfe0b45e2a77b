const MAX_CHARACTERS = 64;
/** Control characters, bidi marks and other invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Quotes an external name for use in a sentence: shortened in the middle, with invisible characters escaped. */
export function quoteName(name: string): string {
  const seen = name.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  const characters = [...seen];
  if (characters.length <= MAX_CHARACTERS) return `“${seen}”`;
  const half = Math.floor((MAX_CHARACTERS - 1) / 2);
  return `“${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}”`;
}

/** Quotes a raw name that can't be decoded, for use in a sentence. */
export const quoteRawName = (raw: Buffer): string => quoteName(raw.toString('utf8'));
