/** Letters of code pages 437 and 850, which DOS and Explorer use for Western European names, by byte. */
// cspell:disable-next-line
const DOS = letters(0x80, 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ', 0xa0, 'áíóúñÑ', 0xe1, 'ß');
/** The letters of code page 1252, which other programs on Windows use, by byte. */
const WINDOWS = letters(0x8a, 'Š', 0x8c, 'Œ', 0x8e, 'Ž', 0x9a, 'š', 0x9c, 'œ', 0x9e, 'žŸ', 0xc0, latin1(0xc0, 0xd6));
for (const [byte, letter] of letters(0xd8, latin1(0xd8, 0xf6), 0xf8, latin1(0xf8, 0xff))) WINDOWS.set(byte, letter);

/**
 * Decodes a name with one of these code pages, if exactly one of them yields plausible words; else null. In each word,
 * most letters must be ASCII, which is never true of names in Cyrillic or Japanese code pages.
 */
export function guessCodePage(raw: Buffer): string | null {
  const readings = [DOS, WINDOWS].map((page) => decode(raw, page)).filter((name) => name !== null);
  const [only] = readings;
  return readings.length === 1 && only !== undefined && areWordsPlain(only) ? only : null;
}

/** Null if a byte isn't a letter in this code page. */
function decode(raw: Buffer, page: ReadonlyMap<number, string>): string | null {
  const read = [...raw].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : page.get(byte)));
  return read.every((letter) => letter !== undefined) ? read.join('') : null;
}

function areWordsPlain(name: string): boolean {
  const words = name.match(/\p{L}+/gu) ?? [];
  return words.every((word) => {
    const others = [...word].filter((letter) => letter > '\x7f').length;
    return others === 0 || others < word.length - others;
  });
}

function letters(...parts: (number | string)[]): Map<number, string> {
  const page = new Map<number, string>();
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'number') at = part;
    else for (const letter of part) page.set(at++, letter);
  }
  return page;
}

function latin1(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('');
}
