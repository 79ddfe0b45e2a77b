import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../../src/core/command.ts';
import {
  type AbilityRef,
  type AgentRef,
  formatAbilityRef,
  formatAgentRef,
  parseAbilityRef,
} from '../../src/core/references.ts';
import { type WordsChange, writeWordsChange } from '../../src/core/trigger-words.ts';
import { parseCommand, VERBS } from '../../src/core/verbs.ts';

/** Any text, including unpaired surrogates. */
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

/** Names that the service accepts: letters of any script, digits and spaces, starting with a letter. */
const allowedName = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), { maxLength: 30 })
  .map((characters) => `N${characters.join('')}`.replace(/[^\p{L}\p{M}\p{N} ]/gu, '').trim());

const number = fc.integer({ min: 0, max: 999_999_999_999_999 });
const idRef = fc.oneof(
  number.map((id): AbilityRef => ({ by: 'ability', id: AbilityId.parse(id) })),
  number.map((id): AbilityRef => ({ by: 'installed', id: InstalledAbilityId.parse(id) })),
);

/** The verb in the table for a command. */
function meantVerb(command: Command): string {
  if (command.verb === 'choose' || command.verb === 'toggle-all' || command.verb === 'timed') return command.wanted;
  if (command.verb === 'approvals') return command.wanted ?? 'approve';
  if (command.verb === 'change-triggers' || command.verb === 'edit-triggers') return 'triggers';
  return command.verb;
}

test('no text makes the parser throw, and every refusal says why', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.tuple(fc.constantFrom(...VERBS), anyText)), (typed) => {
      const parsed = parseCommand(typeof typed === 'string' ? typed : `${typed[0].name} ${typed[1]}`);
      expect(parsed.ok ? parsed.command.verb : parsed.refusal.why).toBeTruthy();
    }),
    { numRuns: 200 },
  );
});

test.each(VERBS.flatMap((verb) => verb.examples.map((example) => [example, verb.name])))(
  'the example %j of the table is read as its own verb',
  (example, name) => {
    const parsed = parseCommand(example);
    expect(parsed.ok && meantVerb(parsed.command)).toBe(name);
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
    fc.property(fc.oneof(idRef, nameRef), fc.constantFrom('show', 'triggers'), (ref, verb) => {
      expect(parseCommand(`${verb} ${formatAbilityRef(ref)}`)).toMatchObject({
        ok: true,
        command: { verb, target: ref },
      });
    }),
    { numRuns: 200 },
  );
  const refs = fc.uniqueArray(fc.oneof(idRef, nameRef), { minLength: 1, selector: formatAbilityRef });
  fc.assert(
    fc.property(
      refs,
      fc.constantFrom(' ', ', ', '\n'),
      fc.constantFrom('enable', 'disable', 'delete'),
      (all, gap, verb) => {
        const separator = all.every(({ by }) => by === 'name') ? gap : ',';
        const text = all.map(formatAbilityRef).join(separator);
        expect(parseCommand(`${verb} ${text}`)).toMatchObject({ ok: true, command: { verb, targets: all } });
      },
    ),
    { numRuns: 200 },
  );
});

test('an Agent that is written reads back the same', () => {
  const agent = fc.oneof(
    number.map((id): AgentRef => ({ by: 'agent', id: AgentId.parse(id) })),
    allowedName.map((name): AgentRef => ({ by: 'name', name })),
  );
  fc.assert(
    fc.property(agent, (ref) => {
      expect(parseCommand(`unassign ${formatAgentRef(ref)}`)).toMatchObject({ ok: true, command: { agent: ref } });
    }),
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
    { numRuns: 200 },
  );
});

test('a change of trigger words that is written reads back the same', () => {
  const said = fc.array(
    fc
      .tuple(fc.constantFrom('add:', 'remove:', 'replace:', '"', '“', ',', ' ', '\n', "'"), anyText)
      .map((two) => two.join('')),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(said, (parts) => {
      const read = parseCommand(`triggers Weather ${parts.join(' ')}`);
      fc.pre(read.ok && read.command.verb === 'change-triggers');
      if (!read.ok || read.command.verb !== 'change-triggers') return;
      const { change } = read.command;
      const written = writeWordsChange(change);
      if (!parts.join('').match(/["“”„«»]/)) expect(written).not.toBeNull();
      if (written === null) return;
      expect(parseCommand(`triggers Weather ${written}`)).toMatchObject({ command: { change: withoutWhole(change) } });
    }),
    { numRuns: 200 },
  );
});

const withoutWhole = ({ whole: _whole, ...change }: WordsChange & { whole?: string }) => change;

test('a text of nothing but quotes is read in a moment', () => {
  for (const piece of ['"a,', '"', '"a ', '" ', 'add: "', '", "']) {
    expect(parseCommand(`triggers Weather add: ${piece.repeat(40_000 / piece.length)}`)).toBeTruthy();
  }
});
