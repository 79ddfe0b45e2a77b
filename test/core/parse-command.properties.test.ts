import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AbilityId, InstalledAbilityId } from '../../src/contract/index.ts';
import type { AbilityRef } from '../../src/core/command.ts';
import { parseCommand } from '../../src/core/parse-command.ts';
import { formatAbilityRef, parseAbilityRef } from '../../src/core/parse-ref.ts';
import { findVerb, VERBS } from '../../src/core/verbs.ts';

/** Any text, half surrogate pairs included. */
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

/** Names as the service takes them: letters of any script, digits and spaces, starting with a letter. */
const allowedName = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), { maxLength: 30 })
  .map((characters) => `N${characters.join('')}`.replace(/[^\p{L}\p{M}\p{N} ]/gu, '').trim());

const number = fc.integer({ min: 0, max: 999_999_999_999_999 });
const idRef = fc.oneof(
  number.map((id): AbilityRef => ({ by: 'ability', id: AbilityId.parse(id) })),
  number.map((id): AbilityRef => ({ by: 'installed', id: InstalledAbilityId.parse(id) })),
);

test('no text makes the parser throw, and every refusal says why', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.tuple(fc.constantFrom(...VERBS), anyText)), (typed) => {
      const parsed = parseCommand(typeof typed === 'string' ? typed : `${typed[0].name} ${typed[1]}`);
      expect(parsed.ok ? findVerb(parsed.command.verb) : parsed.refusal.why).toBeTruthy();
    }),
    { numRuns: 1000 },
  );
});

test.each(VERBS.flatMap((verb) => verb.examples.map((example) => [example, verb.name])))(
  'the example %j of the table is read as its own verb',
  (example, name) => {
    expect(parseCommand(example)).toMatchObject({ ok: true, command: { verb: name } });
  },
);

test('the case of a verb does not count', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VERBS), fc.infiniteStream(fc.boolean()), ({ name, examples }, upper) => {
      const mixed = [...name].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join('');
      const [example = ''] = examples;
      expect(parseCommand(example.replace(name, mixed))).toEqual(parseCommand(example));
    }),
  );
});

test('a reference that is written reads back the same, IDs and names the service allows alike', () => {
  const nameRef = allowedName.map((name): AbilityRef => ({ by: 'name', name }));
  fc.assert(
    fc.property(fc.oneof(idRef, nameRef), fc.constantFrom('show', 'enable', 'disable', 'delete'), (ref, verb) => {
      expect(parseCommand(`${verb} ${formatAbilityRef(ref)}`)).toMatchObject({
        ok: true,
        command: { verb, target: ref },
      });
    }),
    { numRuns: 500 },
  );
});

test('quotes of any language around any name give the name', () => {
  const quotes = fc.constantFrom('""', "''", '“”', '‘’', '„“', '‚‘', '«»', '»«', '””');
  fc.assert(
    fc.property(quotes, anyText, ([open, close], text) => {
      const name = text.trim();
      fc.pre(name !== '' && parseAbilityRef(name).by === 'name');
      expect(parseCommand(`show ${open}${name}${close}`)).toMatchObject({ command: { target: { by: 'name', name } } });
    }),
    { numRuns: 500 },
  );
});
