import { Ability } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { isSameUpload } from '../../src/service/upload.ts';

const upload = {
  name: 'Café Radio',
  category: 'skill',
  description: 'Plays the radio of a café',
  triggerWords: ['play radio', 'radio'],
} as const;
const shown = {
  id: 7,
  name: upload.name,
  category: upload.category,
  description: upload.description,
  trigger_words: [...upload.triggerWords],
};
const isSame = (changes: Record<string, unknown>, sent: Partial<Parameters<typeof isSameUpload>[1]> = {}) =>
  isSameUpload(Ability.parse({ ...shown, ...changes }), { ...upload, ...sent });

test.each([
  ['equal in all', {}],
  ['of a name alone', { category: null, description: null, trigger_words: null }],
  ['without category', { category: null }],
  ['with an empty description', { description: '  ' }],
  ['without trigger words', { trigger_words: [] }],
  ['with other whitespace', { name: ' Café\u00a0 Radio', description: 'Plays the radio\n of a café ' }],
  ['in another Unicode form', { name: 'Cafe\u0301 Radio', description: 'Plays the radio of a cafe\u0301' }],
  ['with trigger words in another order', { trigger_words: ['radio', 'play  radio'] }],
  ['with trigger words twice', { trigger_words: ['radio', 'radio', 'play radio'] }],
  ['with trigger words in one text', { trigger_words: 'radio, play radio,' }],
])('the same: %s', (_what, changes) => {
  expect(isSame(changes)).toBe(true);
});

test.each([
  ['another name', { name: 'Cafe Radio' }],
  ['another category', { category: 'local' }],
  ['another description', { description: 'Plays the radio of a bar' }],
  ['one trigger word more', { trigger_words: ['play radio', 'radio', 'music'] }],
  ['one trigger word less', { trigger_words: ['radio'] }],
  ['two trigger words for one', { trigger_words: ['play', 'radio'] }],
])('not the same: %s', (_what, changes) => {
  expect(isSame(changes)).toBe(false);
});

test('a comma inside a trigger word has split it', () => {
  expect(isSame({}, { triggerWords: ['radio,play radio'] })).toBe(true);
});

test('what was not sent cannot differ', () => {
  expect(isSame({}, { description: '', triggerWords: [] })).toBe(true);
});
