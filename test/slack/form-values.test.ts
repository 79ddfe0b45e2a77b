import { describe, expect, test } from 'vitest';
import { readChosenAbilities, readTriggerWords, readUploadForm } from '../../src/slack/inbound/form-values.ts';
import type { View } from '../../src/slack/inbound/payloads.ts';

const view = (values: View['state']['values']): View => ({
  id: 'V1',
  type: 'modal',
  hash: '1.a',
  callback_id: 'upload',
  private_metadata: '',
  state: { values },
});
const input = (value: string | null) => ({ type: 'plain_text_input', value });
const category = (value: string | null) => ({
  type: 'static_select',
  selected_option: value === null ? null : { text: { type: 'plain_text', text: value }, value },
});
const files = (...list: object[]) => ({ type: 'file_input', files: list });

const LIMITS = { maxBytes: 1000, maxIconBytes: 100 };
const FILLED = {
  name: { name: input(' Tides ') },
  category: { category: category('skill') },
  description: { description: input(' Tells\n the   tides. ') },
  trigger_words: { trigger_words: input('high tide, low tide\nhigh tide\n\n , ') },
};
const zip = (more: object = {}) => ({ id: 'F0ZIP', name: 'tides.zip', size: 1000, ...more });
const read = (values: View['state']['values']) => readUploadForm(view(values), LIMITS);

describe('the form of an upload', () => {
  test('is read, trimmed, with each trigger word once', () => {
    const icon = { id: 'F0ICON', name: 'tides.png', size: 100 };
    expect(read({ ...FILLED, zip: { zip: files(zip()) }, icon: { icon: files(icon) } })).toEqual({
      ok: true,
      value: {
        form: {
          name: 'Tides',
          category: 'skill',
          description: 'Tells the tides.',
          triggerWords: ['high tide', 'low tide'],
        },
        zip: zip(),
        icon,
      },
    });
  });

  test('needs no file field when it is about a file that was dropped', () => {
    expect(read(FILLED)).toMatchObject({ ok: true, value: { zip: null, icon: null } });
  });

  test.each([
    ['empty', {}],
    [
      'blank',
      {
        name: { name: input('  ') },
        category: { category: category(null) },
        description: { description: input(null) },
        trigger_words: { trigger_words: input(',\n,') },
      },
    ],
    [
      'of the wrong kind',
      {
        name: { name: 7 },
        category: { category: category('a_newer_one') },
        description: { description: { value: 7 } },
        trigger_words: { trigger_words: category('skill') },
      },
    ],
  ])('tells every mistake at its field when it is %s', (_name, values) => {
    expect(read(values)).toEqual({
      ok: false,
      errors: {
        name: 'Write a name.',
        category: 'Choose a category.',
        description: 'Write one line that says what the Ability does.',
        trigger_words: 'Write at least one trigger word.',
      },
    });
  });

  test.each([
    ['no zip', { zip: { zip: files(zip({ name: 'tides.tar' })) } }, { zip: 'This is not a zip. Choose a .zip file.' }],
    ['a zip over the limit', { zip: { zip: files(zip({ size: 1001 })) } }, { zip: 'This is too large: at most 1 kB.' }],
    [
      'an icon over the limit',
      { icon: { icon: files({ id: 'F0ICON', name: 'a.png', size: 101 }) } },
      { icon: 'This is too large: at most 100 bytes.' },
    ],
  ])('refuses %s at its field', (_name, values, errors) => {
    expect(read({ ...FILLED, ...values })).toEqual({ ok: false, errors });
  });

  test('takes a file that Slack tells nothing but the ID of', () => {
    expect(read({ ...FILLED, zip: { zip: files({ id: 'F0ZIP' }) } })).toMatchObject({
      ok: true,
      value: { zip: { id: 'F0ZIP', name: 'package.zip' } },
    });
  });

  test('does not take an ID that is none', () => {
    expect(read({ ...FILLED, zip: { zip: files({ id: '../../etc' }) } })).toMatchObject({
      ok: true,
      value: { zip: null },
    });
  });
});

test('trigger words keep their order and their inner spaces and commas separate them', () => {
  const words = (text: string) => readTriggerWords(view({ trigger_words: { trigger_words: input(text) } }));
  expect(words('b,a\n b b ,\na')).toEqual({ ok: true, value: ['b', 'a', 'b b'] });
});

test('the chosen Abilities are read; what is no ID is left out', () => {
  const options = ['6403', 'x', '-1', '6404'].map((value) => ({ value }));
  const chosen = view({ abilities: { abilities: { type: 'multi_external_select', selected_options: options } } });
  expect(readChosenAbilities(chosen)).toEqual([6403, 6404]);
  expect(readChosenAbilities(view({}))).toEqual([]);
});
