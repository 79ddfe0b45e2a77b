/** Scripts with similar letters. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
/** Cyrillic and Greek letters that look like Latin ones. */
const LATIN_TWINS = /^[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХЅІЈοιυνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u;
const BETWEEN_WORDS = /[^\p{L}\p{M}]+/u;
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const OTHER_SPACES = /(?! )\p{Zs}/u;
const UNKNOWN = /[\p{Cn}\p{Co}]/u;
const WINDOWS_FORBIDS = /[<>"|?*]/;
const WINDOWS_DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/**
 * Describes what is unusual about a part of a path, as a phrase that follows its name.
 * @returns undefined if the name is unambiguous to readers and valid everywhere.
 */
export function findOddity(part: string): string | undefined {
  if (part.startsWith(' ') || part.endsWith(' ')) return 'starts or ends with a space';
  if (part.endsWith('.') || part.startsWith('..')) return 'starts or ends with dots';
  if (WINDOWS_FORBIDS.test(part) || WINDOWS_DEVICES.test(part)) return 'is not a valid name on Windows';
  return /^[\x20-\x7e]*$/.test(part) ? undefined : findForeignOddity(part);
}

function findForeignOddity(part: string): string | undefined {
  if (BIDI_MARKS.test(part)) return 'contains characters that change the reading direction';
  if (UNSEEN.test(part)) return 'contains invisible characters';
  if (OTHER_SPACES.test(part)) return 'contains an unusual space';
  if (UNKNOWN.test(part)) return 'contains unassigned characters';
  const words = part.split(BETWEEN_WORDS);
  if (words.some(mixesScripts)) return 'mixes alphabets with similar letters';
  if (words.some((word) => LATIN_TWINS.test(word))) return 'uses letters that look like Latin ones';
  if (part.normalize('NFKC') !== part.normalize('NFC')) return 'contains letters that look like plain ones';
  return undefined;
}

const mixesScripts = (word: string): boolean => SCRIPTS.filter((script) => script.test(word)).length > 1;
