import { AbilityId, CATEGORIES, InstalledAbilityId } from '@abilities-bot/service-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UploadForm } from '../../src/core/features/upload/upload.ts';
import { formatAbilityRef } from '../../src/core/references.ts';
import { parseCommand } from '../../src/core/verbs.ts';
import {
  decodeButton,
  encodeButton,
  encodeDismissal,
  encodeUpdateOffer,
  encodeUploadChoice,
  readRepeatable,
  type UploadChoice,
} from '../../src/slack/button-value.ts';

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
/** Every command line used in a button or in its `redraw`. */
const line = fc.oneof(
  fc.constantFrom('list', 'search', 'agents', 'upload', 'export', 'undo', 'help', 'show', 'enable', 'delete'),
  fc.stringMatching(/^undo [0-9a-f]{16}$/),
  fc.nat(999_999).map((page) => `list ${page}`),
  fc.tuple(fc.constantFrom('assign', 'unassign'), number).map(([verb, id]) => `${verb} agent:${id}`),
  fc
    .tuple(fc.constantFrom('show', 'triggers', 'enable', 'disable', 'delete'), abilityRef)
    .map((words) => words.join(' ')),
);
const file = fc.record({
  id: fc.stringMatching(/^F[A-Z0-9]{5,12}$/),
  // File systems allow names of up to 255 characters.
  name: fc.string({ unit: 'binary', minLength: 1, maxLength: 250 }).map((name) => `${name}.zip`),
});
/** Text of exactly this length, with the characters that JSON escapes. */
const longText = (length: number) =>
  fc
    .constantFrom('x', '"', '\\', '\u0001', '\ud83d', '😀', 'x"', '\\x')
    .map((unit) => unit.repeat(length).slice(0, length));
/** The upload form's limits: 80, 300 and, with line breaks, 600 characters. */
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
  const value = fc.record(
    { do: line, redraw: line, asks: fc.constant<true>(true), share: fc.constant<true>(true), file },
    { requiredKeys: ['do'] },
  );
  fc.assert(
    fc.property(value, (button) => {
      const parsed = parseCommand(button.do);
      expect(decodeButton(encodeButton(button))).toEqual({
        command: parsed.ok ? parsed.command : null,
        line: button.do,
        redraw: button.redraw ?? null,
        asks: button.asks ?? false,
        file: button.file ?? null,
        draft: null,
        share: button.share ?? false,
      });
    }),
    { numRuns: 200 },
  );
});

describe('sure', () => {
  test('confirms a delete', () => {
    const sure = decodeButton(encodeButton({ do: 'delete id:6001', sure: true }));
    expect(sure?.command).toEqual({ verb: 'delete', targets: [{ by: 'ability', id: 6001 }], confirmed: true });
    expect(decodeButton(encodeButton({ do: 'delete id:6001' }))?.command).toMatchObject({ confirmed: false });
  });

  test('confirms an Agent that is left without Abilities', () => {
    const sure = decodeButton(encodeButton({ do: 'unassign agent:301', sure: true }));
    expect(sure?.command).toEqual({ verb: 'unassign', agent: { by: 'agent', id: 301 }, confirmed: true });
    expect(decodeButton(encodeButton({ do: 'unassign agent:301' }))?.command).toMatchObject({ confirmed: false });
  });

  test('is not needed to save the words that the button carries', () => {
    const words = { add: ['rain, light'], remove: ['add: hail'] };
    const target = { by: 'installed', id: 90001 };
    const command = { verb: 'change-triggers', target, change: { kind: 'edit', ...words } };
    const value = { do: 'triggers installed:90001', words };
    expect(decodeButton(encodeButton({ ...value, sure: true }))?.command).toEqual(command);
    expect(decodeButton(encodeButton(value))?.command).toEqual(command);
  });

  test('means nothing on anything else', () => {
    fc.assert(
      fc.property(line, (text) => {
        fc.pre(!/^(delete|unassign)/.test(text));
        const [sure, plain] = [encodeButton({ do: text, sure: true }), encodeButton({ do: text })].map((value) =>
          decodeButton(value),
        );
        expect(sure).toEqual(plain);
      }),
    );
  });
});

describe('what only says more', () => {
  const value = { do: 'triggers installed:90001', sure: true as const };
  const shared = { ts: '1741097000.000200', threadTs: '1741096000.000100', sharedBy: 'U0BEN', redraw: 'list 2' };
  const add = ['a'.repeat(1500)];

  test('comes back', () => {
    const click = decodeButton(encodeButton({ ...value, shared, words: { add: ['a'], remove: ['b'], keep: ['c'] } }));
    expect(click).toMatchObject({ shared, command: { change: { add: ['a'], remove: ['b'] }, seen: ['c', 'b'] } });
  });

  test('is left out when it is too long: first the words that were shown, then the shared message', () => {
    const keep = ['c'.repeat(500)];
    const first = decodeButton(encodeButton({ ...value, shared, words: { add, remove: [], keep } }));
    expect(first).toMatchObject({ shared, command: { change: { add } } });
    expect(first?.command).toHaveProperty('seen', undefined);
    const both = { add: ['a'.repeat(1850)], remove: [], keep };
    const second = decodeButton(encodeButton({ ...value, shared, words: both }));
    expect(second).toMatchObject({ command: { change: { add: both.add } } });
    expect(second?.shared).toBeUndefined();
  });

  test.each([{ ts: 'now' }, { ...shared, threadTs: 'x' }, { ...shared, sharedBy: 'U0> <!channel' }, 'list'])(
    'is left unread where it is no place of a message: %j',
    (place) => {
      const click = decodeButton(JSON.stringify({ v: 1, do: 'delete id:6001', sure: true, shared: place }));
      expect(click).toMatchObject({ command: { verb: 'delete', confirmed: true } });
      expect(click?.shared).toBeUndefined();
    },
  );
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
      { numRuns: 200 },
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
    '{"v":1,"do":"list state:broken"}',
    '{"v":1,"do":"unassign"}',
    '{"v":1,"do":"list","share":"yes"}',
    '{"v":1,"do":"triggers installed:90001","words":{"add":["a"]}}',
    '{"v":1,"do":"list","sure":"yes"}',
    '{"v":1,"do":"list","redraw":5}',
    '{"v":1,"do":"upload","file":{"id":"../etc","name":"x"}}',
    '{"v":1,"upload":"0123456789abcdef"}',
    '{"v":1,"upload":"0123456789abcdef","decide":"delete"}',
    '{"v":1,"upload":"0123456789ABCDEF","decide":"cancel"}',
    '{"v":1,"upload":"0123456789abcde","decide":"cancel"}',
    '{"v":1,"upload":"0123456789abcdef0","decide":"cancel"}',
    '{"v":1,"upload":"../upload/0123456","decide":"cancel"}',
    '{"v":2,"upload":"0123456789abcdef","decide":"cancel"}',
    '{"upload":"0123456789abcdef","decide":"cancel"}',
    '{"v":1,"do":"upload","draft":{"name":"x"}}',
    '{"v":1,"do":"upload","draft":{"name":"x","category":"game","description":"","triggerWords":[]}}',
  ])('%s is none', (value) => {
    expect(decodeButton(value)).toBeNull();
  });

  test('no value makes any reader throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((inner) => `{"v":1,"do":${inner}}`),
        ),
        (value) => {
          decodeButton(value);
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** What a button about an upload carries beside its command. */
const PLAIN = { line: null, redraw: null, asks: false, share: false, file: null, draft: null };
const PLACE = { channel: 'C0OPS', ts: '1741097000.000200' };

test('a dismissal is read back, for the message with its button', () => {
  fc.assert(
    fc.property(file, (shared) => {
      const value = encodeDismissal(shared);
      const command = { verb: 'dismiss-offer', file: shared };
      expect(decodeButton(value, PLACE)).toEqual({ ...PLAIN, command: { ...command, place: PLACE } });
      expect(decodeButton(value)?.command).toEqual({ ...command, place: null });
      expect(decodeButton(encodeButton({ do: 'upload', file: shared }), PLACE)?.command.verb).toBe('upload');
    }),
  );
});

test('an offered update is read back, for the message with its button', () => {
  fc.assert(
    fc.property(file, fc.string({ maxLength: 80 }), (shared, name) => {
      const value = encodeUpdateOffer({ update: shared, name });
      const command = { verb: 'update-offered', file: shared, name };
      expect(decodeButton(value, PLACE)).toEqual({ ...PLAIN, command: { ...command, place: PLACE } });
      expect(decodeButton(value)?.command).toEqual({ ...command, place: null });
    }),
  );
});

test('what is about an upload is repeated by its own message only', () => {
  const shared = { id: 'F0TIDES', name: 'tides.zip' };
  expect(readRepeatable(encodeDismissal(shared))).toBeNull();
  expect(readRepeatable(encodeUpdateOffer({ update: shared, name: 'Tides' }))).toBeNull();
  expect(readRepeatable(encodeUploadChoice({ upload: '0123456789abcdef', decide: 'send' }))).toBeNull();
});

/** Every decision about an upload. A new one without a row does not compile. */
const DECISIONS = {
  cancel: true,
  send: true,
  'send-wrapped': true,
  update: true,
  replace: true,
  change: true,
  details: true,
} satisfies Record<UploadChoice['decide'], true>;
const decisions = ['cancel', 'send', 'send-wrapped', 'update', 'replace', 'change', 'details'] as const;

test('a choice about an upload is read back, for the message with its button', () => {
  expect(Object.keys(DECISIONS)).toEqual([...decisions]);
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{16}$/), fc.constantFrom(...decisions), (upload, decide) => {
      const value = encodeUploadChoice({ upload, decide });
      expect(value.length).toBeLessThanOrEqual(VALUE_MAX);
      const command = { verb: 'choose-for-upload', upload, decide };
      expect(decodeButton(value, PLACE)).toEqual({ ...PLAIN, command: { ...command, place: PLACE } });
      expect(decodeButton(value)?.command).toEqual({ ...command, place: null });
    }),
  );
});
