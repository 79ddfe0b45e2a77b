import { expect, test } from 'vitest';
import { completeCommand, isWholeCommand, readComposer, withVerb } from '../../page/composer/complete-command.ts';

const verbs = ['list [page]', 'show <name>', 'agents'].map((usage) => ({ usage, summary: '' }));
const app = { command: '/abilities', mention: '@abilities' };
const offered = (text: string) => completeCommand(text, app.command, verbs).map(({ usage }) => usage);

test('every verb is offered until one is begun', () => {
  for (const text of ['/', '/abil', '/abilities', '/abilities ']) expect(offered(text)).toHaveLength(3);
  expect(offered('/abilities s')).toEqual(['show <name>']);
  expect(offered('/abilities S')).toEqual(['show <name>']);
});

test.each(['', 'hello /abilities', '/other', '/abilities show Weather', '/abilities x'])(
  'nothing is offered for %j',
  (text) => {
    expect(offered(text)).toEqual([]);
  },
);

test('a verb is completed up to where its argument goes', () => {
  expect(verbs.map((verb) => withVerb(app.command, verb))).toEqual([
    '/abilities list ',
    '/abilities show ',
    '/abilities agents',
  ]);
});

test('recognizes a command that is complete', () => {
  expect(isWholeCommand('/abilities', app.command, verbs)).toBe(true);
  expect(isWholeCommand('/abilities list', app.command, verbs)).toBe(true);
  expect(isWholeCommand('/abilities li', app.command, verbs)).toBe(false);
});

test('what Enter sends', () => {
  expect(readComposer(' hello ', false, app)).toEqual({ kind: 'message', text: 'hello' });
  expect(readComposer('/abilities  show  Weather ', false, app)).toEqual({ kind: 'command', text: 'show  Weather' });
  expect(readComposer('/abilities', false, app)).toEqual({ kind: 'command', text: '' });
  expect(readComposer('@abilities list', true, app)).toEqual({ kind: 'message', text: '@abilities list' });
  expect(readComposer('/invite @Abilities', false, app)).toEqual({ kind: 'invitation' });
});

test('a command that cannot be sent says why and what to do', () => {
  expect(readComposer('/abilities list', true, app)).toMatchObject({
    kind: 'refused',
    sentence: expect.stringMatching(/threads.*@abilities/),
  });
  expect(readComposer('/abilitiesx', false, app)).toMatchObject({
    kind: 'refused',
    sentence: expect.stringContaining('/abilitiesx'),
  });
});
