import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AbilityId, CATEGORIES, InstalledAbilityId } from '../../src/contract/index.ts';
import type { UploadForm } from '../../src/core/command.ts';
import { parseCommand } from '../../src/core/parse-command.ts';
import { formatAbilityRef } from '../../src/core/parse-ref.ts';
import { decodeButton, decodeDismissal, encodeButton, encodeDismissal } from '../../src/slack/button-value.ts';

/** Slack's limit for the value of a button. */
const VALUE_MAX = 2000;

const number = fc.integer({ min: 1, max: 999_999_999 });
const abilityRef = fc.oneof(
  number.map((id) => formatAbilityRef({ by: 'ability', id: AbilityId.parse(id) })),
  number.map((id) => formatAbilityRef({ by: 'installed', id: InstalledAbilityId.parse(id) })),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    .filter((name) => name.trim() !== '')
    .map((name) => formatAbilityRef({ by: 'name', name })),
);
/** Every command line that stands in a button, and in its `redraw`. */
const line = fc.oneof(
  fc.constantFrom('list', 'agents', 'upload', 'help'),
  fc.nat(999_999).map((page) => `list ${page}`),
  number.map((id) => `assign agent:${id}`),
  fc.tuple(fc.constantFrom('show', 'enable', 'disable', 'delete'), abilityRef).map((words) => words.join(' ')),
);
const file = fc.record({
  id: fc.stringMatching(/^F[A-Z0-9]{5,12}$/),
  // File systems take names of up to 255 characters.
  name: fc.string({ unit: 'binary', minLength: 1, maxLength: 250 }).map((name) => `${name}.zip`),
});
/** Text of exactly this many characters, of the kinds that JSON writes longer than they are. */
const longText = (length: number) =>
  fc
    .constantFrom('x', '"', '\\', '\u0001', '\ud83d', '😀', 'x"', '\\x')
    .map((unit) => unit.repeat(length).slice(0, length));
/** What the form of an upload lets through: 80, 300 and, with their line breaks, 600 characters. */
const draft: fc.Arbitrary<UploadForm> = fc.record({
  name: fc.oneof(fc.string({ maxLength: 80 }), longText(80)),
  category: fc.constantFrom(...CATEGORIES),
  description: fc.oneof(fc.string({ maxLength: 300 }), longText(300)),
  triggerWords: fc.oneof(
    fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 19 }),
    longText(600).map((words) => [words]),
    longText(1).map((word) => Array.from({ length: 300 }, () => word)),
  ),
});

test('what a button says is read back', () => {
  const value = fc.record({ do: line, redraw: line, asks: fc.constant<true>(true), file }, { requiredKeys: ['do'] });
  fc.assert(
    fc.property(value, (button) => {
      const parsed = parseCommand(button.do);
      expect(decodeButton(encodeButton(button))).toEqual({
        command: parsed.ok ? parsed.command : null,
        redraw: button.redraw ?? null,
        asks: button.asks ?? false,
        file: button.file ?? null,
        draft: null,
      });
    }),
    { numRuns: 500 },
  );
});

describe('sure', () => {
  test('confirms a delete', () => {
    const sure = decodeButton(encodeButton({ do: 'delete id:6001', sure: true }));
    expect(sure?.command).toEqual({ verb: 'delete', target: { by: 'ability', id: 6001 }, confirmed: true });
    expect(decodeButton(encodeButton({ do: 'delete id:6001' }))?.command).toMatchObject({ confirmed: false });
  });

  test('means nothing on anything else', () => {
    fc.assert(
      fc.property(line, (text) => {
        fc.pre(!text.startsWith('delete'));
        const [sure, plain] = [encodeButton({ do: text, sure: true }), encodeButton({ do: text })].map(decodeButton);
        expect(sure).toEqual(plain);
      }),
    );
  });
});

describe('the draft of an upload', () => {
  const small: UploadForm = { name: 'Tides', category: 'local', description: 'Tells.', triggerWords: ['tide', 'low'] };
  const zip = { id: 'F0ZIP', name: 'tides.zip' };

  test('comes back whole when it fits', () => {
    expect(decodeButton(encodeButton({ do: 'upload', file: zip, draft: small }))).toMatchObject({
      file: zip,
      draft: small,
    });
  });

  test('loses its longest part first, and keeps the rest', () => {
    const draft = { ...small, name: 'T'.repeat(80), description: '\\'.repeat(300), triggerWords: ['"'.repeat(600)] };
    expect(decodeButton(encodeButton({ do: 'upload', file: zip, draft }))?.draft).toEqual({
      ...draft,
      triggerWords: [],
    });
  });

  test('never makes the value longer than Slack takes, nor the button useless', () => {
    fc.assert(
      fc.property(file, draft, (shared, filled) => {
        const value = encodeButton({ do: 'upload', file: shared, draft: filled });
        expect(value.length).toBeLessThanOrEqual(VALUE_MAX);
        const click = decodeButton(value);
        expect(click).toMatchObject({
          command: { verb: 'upload' },
          file: shared,
          draft: { category: filled.category },
        });
        const whole = JSON.stringify({ v: 1, do: 'upload', file: shared, draft: filled });
        if (whole.length <= VALUE_MAX) expect(click?.draft).toEqual(filled);
      }),
      { numRuns: 1000 },
    );
  });

  test('that would not fit even when empty is left out', () => {
    const name = `${'\u0001'.repeat(320)}.zip`;
    const value = encodeButton({ do: 'upload', file: { ...zip, name }, draft: small });
    expect(value.length).toBeLessThanOrEqual(VALUE_MAX);
    expect(decodeButton(value)).toMatchObject({ file: { name }, draft: null });
  });
});

describe('values of other versions and garbage', () => {
  test.each([
    '',
    'list',
    '{',
    'null',
    '1',
    '"list"',
    '[]',
    '{}',
    '{"do":"list"}',
    '{"v":0,"do":"list"}',
    '{"v":2,"do":"list"}',
    '{"v":"1","do":"list"}',
    '{"v":1}',
    '{"v":1,"do":5}',
    '{"v":1,"do":"frobnicate"}',
    '{"v":1,"do":"show"}',
    '{"v":1,"do":"list","sure":"yes"}',
    '{"v":1,"do":"list","redraw":5}',
    '{"v":1,"do":"upload","file":{"id":"../etc","name":"x"}}',
    '{"v":1,"do":"upload","draft":{"name":"x"}}',
    '{"v":1,"do":"upload","draft":{"name":"x","category":"game","description":"","triggerWords":[]}}',
  ])('%s is none', (value) => {
    expect(decodeButton(value)).toBeNull();
    expect(decodeDismissal(value)).toBeNull();
  });

  test('no value makes either reader throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((inner) => `{"v":1,"do":${inner}}`),
        ),
        (value) => {
          decodeButton(value);
          decodeDismissal(value);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('a dismissal is read back, and is no command', () => {
  fc.assert(
    fc.property(file, (shared) => {
      const value = encodeDismissal(shared);
      expect(decodeDismissal(value)).toEqual(shared);
      expect(decodeButton(value)).toBeNull();
      expect(decodeDismissal(encodeButton({ do: 'upload', file: shared }))).toBeNull();
    }),
  );
});
