/** Text as it is compared: composed (NFC), runs of whitespace as one space, none at the ends. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
