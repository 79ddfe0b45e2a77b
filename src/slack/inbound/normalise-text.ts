/**
 * Turns the text of a slash command or a mention into what the person meant to type: Slack wraps addresses as `<url|text>`, escapes
 * three characters, and phones add no-break spaces and invisible marks.
 */
export const normaliseText = (text: string) =>
  text
    // A person who was chosen from those that Slack offers.
    .replace(/<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g, '@$1')
    .replace(/<(?:[^<>|]*\|)?([^<>|]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    // Zero width and direction marks. Joiners (200c, 200d) stay: they are part of emoji and of some scripts.
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    // A line break separates names and words, so one of it stays.
    .replace(/[\r\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
    .normalize('NFC');
