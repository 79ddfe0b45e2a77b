import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeCommand } from '../../src/slack/listeners/commands.ts';

test.each([
  ['<http://example.com|example.com>', 'example.com'],
  ['show <http://weather.zip|weather.zip> now', 'show weather.zip now'],
  ['<http://example.com>', 'http://example.com'],
  ['<mailto:ana@example.com|ana@example.com>', 'ana@example.com'],
  ['<@U1|ana>', '@U1'],
  ['<@U1>', '@U1'],
  ['<#C1|general> <!here>', 'general !here'],
  ['Q&amp;A', 'Q&A'],
  ['a &lt;b&gt; c', 'a <b> c'],
  // Typed as `&lt;`: only one level of escaping is removed.
  ['&amp;lt;', '&lt;'],
  ['&amp;amp;', '&amp;'],
  ['<http://example.com/?a=1&amp;b=2|a&amp;b>', 'a&b'],
  ['show\u00a0Night\u202fWatch', 'show Night Watch'],
  ['  show \t Night  Watch ', 'show Night Watch'],
  // A line break is a separator, like a comma.
  ['enable Weather\r\n \n Night Watch\u2028News\n', 'enable Weather\nNight Watch\nNews'],
  ['show\u200b Weather\ufeff', 'show Weather'],
  // Phones wrap pasted text in direction marks.
  ['show \u2068id:6001\u2069', 'show id:6001'],
  ['show Cafe\u0301', 'show Café'],
  ['show 👩\u200d🍳', 'show 👩\u200d🍳'],
  ['', ''],
])('%j is %j', (text, meant) => {
  expect(normalizeCommand(text)).toBe(meant);
});

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

test('no text makes it throw, and nothing invisible or doubled is left at the edges', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const meant = normalizeCommand(text);
      expect(meant).toBe(meant.trim());
      expect(meant).not.toMatch(/\s\s|[\u00a0\u200b\u2060\ufeff]/);
    }),
    { numRuns: 200 },
  );
});

test('plain text is left as it is the second time', () => {
  const invisible = fc.constantFrom(' ', '\u00a0', '\u200b', '\u2028', '\ufeff', '\u0301', 'e');
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, invisible)), (parts) => {
      const once = normalizeCommand(parts.join('').replace(/[<>&]/g, ''));
      expect(normalizeCommand(once)).toBe(once);
    }),
    { numRuns: 200 },
  );
});

test('text as Slack escapes it comes back as it was typed', () => {
  const typed = fc.string({ unit: fc.constantFrom('a', 'é', '&', '<', '>', ';', 'l', 't', 'g', '|', '"') });
  const asSlackSends = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  fc.assert(
    fc.property(typed, (text) => {
      expect(normalizeCommand(asSlackSends(text))).toBe(text);
    }),
    { numRuns: 200 },
  );
});
