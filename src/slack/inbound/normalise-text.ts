/**
 * Turns the text of a slash command into what the person meant to type: Slack wraps addresses as `<url|text>`, escapes
 * three characters, and phones add no-break spaces and invisible marks.
 */
export const normaliseText = (text: string) =>
  text
    .replace(/<(?:[^<>|]*\|)?([^<>|]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[\u00a0\u202f\u2007]/g, ' ')
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
