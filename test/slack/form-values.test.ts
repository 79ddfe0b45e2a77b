import type { types } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/core/verbs.ts';
import { readChosenAbilities } from '../../src/slack/features/assign/abilities-field.ts';
import { readSearch, searchModal } from '../../src/slack/features/list/search.ts';
import { readTypedName } from '../../src/slack/features/replace/form.ts';
import { commandOfChosen, lineOfChosen, readChosen } from '../../src/slack/features/show/choose.ts';
import { differenceOfWords, readTriggerWords } from '../../src/slack/features/triggers.ts';
import { uploadModal } from '../../src/slack/features/upload/form-view.ts';
import { readUploadForm, readWrap } from '../../src/slack/features/upload/read-form.ts';
import type { View } from '../../src/slack/payloads/payloads.ts';
import { FLAT } from './sample-uploads.ts';
import { FORM, ORIGIN, ZIP } from './sample-values.ts';

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

/** What Slack sends for a form that is submitted unchanged. */
function stateOf(blocks: types.ModalView['blocks']): View['state']['values'] {
  const inputs = blocks.filter((block): block is types.InputBlock => block.type === 'input');
  return Object.fromEntries(
    inputs.map(({ block_id: id = '', element }) => [
      id,
      {
        [id]: {
          value: 'initial_value' in element ? element.initial_value : null,
          selected_option: 'initial_option' in element ? element.initial_option : null,
          selected_options: 'initial_options' in element ? element.initial_options : [],
        },
      },
    ]),
  );
}

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
        wrap: false,
        addTo: null,
      },
    });
  });

  test('has the Agent that was chosen', () => {
    const selected_option = { value: '301', text: { type: 'plain_text', text: 'Echo' } };
    expect(read({ ...FILLED, agent: { agent: { type: 'external_select', selected_option } } })).toMatchObject({
      ok: true,
      value: { addTo: { id: 301, name: 'Echo' } },
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
  ])('reports every mistake at its field when it is %s', (_name, values) => {
    expect(read(values)).toEqual({
      ok: false,
      errors: {
        name: 'Enter a name.',
        category: 'Choose a category.',
        description: 'Describe the Ability in one line.',
        trigger_words: 'Enter at least one trigger word.',
      },
    });
  });

  test.each([
    ['no zip', { zip: { zip: files(zip({ name: 'tides.tar' })) } }, { zip: 'Choose a .zip file.' }],
    [
      'a zip over the limit',
      { zip: { zip: files(zip({ size: 1001 })) } },
      { zip: 'Too large: the limit is 1 kB. Leave out .venv, venv, node_modules and .git.' },
    ],
    [
      'an icon over the limit',
      { icon: { icon: files({ id: 'F0ICON', name: 'a.png', size: 101 }) } },
      { icon: 'Too large: the limit is 100 bytes.' },
    ],
    [
      'a name that commands read as several Abilities',
      { name: { name: input('All Skills') } },
      { name: 'In a command, “All Skills” means several Abilities. Choose another name.' },
    ],
  ])('refuses %s at its field', (_name, values, errors) => {
    expect(read({ ...FILLED, ...values })).toEqual({ ok: false, errors });
  });

  test('accepts a file of which Slack sends only the ID', () => {
    expect(read({ ...FILLED, zip: { zip: files({ id: 'F0ZIP' }) } })).toMatchObject({
      ok: true,
      value: { zip: { id: 'F0ZIP', name: 'package.zip' } },
    });
  });

  test.each([
    ['checked', [{ value: 'wrap' }], true],
    ['not checked', [], false],
    ['not there', null, false],
    ['of the wrong kind', 'wrap', false],
  ])('puts the files into a folder when that is checked: %s', (_name, selected_options, wrap) => {
    const values = { wrap: { wrap: { type: 'checkboxes', selected_options } } };
    expect(read({ ...FILLED, ...values })).toMatchObject({ ok: true, value: { wrap } });
    expect(readWrap(view(values))).toBe(wrap);
  });

  test('reads back what it was preset with, for a flat zip too', () => {
    const { blocks } = uploadModal({ file: ZIP, contents: FLAT, draft: FORM, origin: ORIGIN, upload: null });
    expect(read(stateOf(blocks))).toMatchObject({ ok: true, value: { form: FORM, wrap: true } });
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
  expect(readChosenAbilities(view({}))).toBeNull();
  const ofEcho = view({ 'abilities-301': { abilities: { selected_options: options } } });
  expect(readChosenAbilities(ofEcho, 'abilities-301')).toEqual([6403, 6404]);
});

describe('the name that is typed to replace an Ability', () => {
  const typed = (value: string | null) => readTypedName(view({ typed_name: { typed_name: input(value) } }));

  test('is trimmed and composed, as the service keeps names, and else left as it is', () => {
    expect(typed('  Night  tides ')).toBe('Night  tides');
    expect(typed('Cafe\u0301')).toBe('Caf\u00e9');
    expect(typed('night tides')).toBe('night tides');
  });

  test.each([null, '', '   '])('is empty for %j, and for a form without it', (value) => {
    expect(typed(value)).toBe('');
    expect(readTypedName(view({}))).toBe('');
  });
});

const option = (value: string) => ({ selected_option: { value } });

describe('the form that searches', () => {
  test('is read as a list from its first page on', () => {
    const values = {
      words: { words: input(' rain ') },
      category: { category: option('skill') },
      state: { state: option('orphan') },
      sort: { sort: option('updated') },
    };
    expect(readSearch(view(values))).toEqual({
      words: 'rain',
      category: 'skill',
      state: 'orphan',
      sort: 'updated',
      page: 1,
    });
  });

  test.each([
    ['empty', {}],
    [
      'of newer choices',
      {
        words: { words: input(null) },
        category: { category: option('any') },
        state: { state: option('asleep') },
        sort: { sort: option('size') },
      },
    ],
  ])('filters nothing when it is %s', (_name, values) => {
    expect(readSearch(view(values))).toEqual({ words: '', category: null, state: null, sort: 'installed', page: 1 });
  });

  test('reads back what it was opened with', () => {
    const query = { words: 'rain', category: 'local', state: 'not-installed', sort: 'state', page: 1 } as const;
    expect(readSearch(view(stateOf(searchModal(query, ORIGIN).blocks)))).toEqual(query);
  });
});

describe('the form that chooses', () => {
  const chosen = (state: object) => readChosen(view({ chosen: { chosen: state } }));

  test('one or several are read as exactly these; what is no ID is left out', () => {
    const options = ['installed:90001', 'id:6403', 'Weather', ''].map((value) => ({ value }));
    expect(chosen({ selected_options: options })).toEqual([
      { by: 'installed', id: 90_001 },
      { by: 'ability', id: 6403 },
    ]);
    expect(chosen(option('id:6404'))).toEqual([{ by: 'ability', id: 6404 }]);
    expect(chosen({ selected_option: null, selected_options: [] })).toEqual([]);
  });

  test.each(['show', 'triggers', 'enable', 'disable', 'delete'] as const)(
    'leads to what could be typed: %s',
    (verb) => {
      const refs = chosen({ selected_options: [{ value: 'id:6403' }, { value: 'id:6404' }] });
      const takesOne = verb === 'show' || verb === 'triggers';
      const of = takesOne ? refs.slice(0, 1) : refs;
      const [first] = of;
      if (!first) throw new Error('nothing is chosen');
      // The form also says where its question is asked.
      const command = { ...commandOfChosen(verb, first, of), inForm: undefined };
      expect(parseCommand(lineOfChosen(verb, of))).toEqual({ ok: true, command });
    },
  );
});

test('trigger words that were edited are told against those that the form showed', () => {
  expect(differenceOfWords(['a', 'b'], ['b', 'c'])).toEqual({ kind: 'edit', add: ['c'], remove: ['a'] });
  expect(differenceOfWords(['a', 'b'], ['b', 'a'])).toBeNull();
});

describe('the name of an upload', () => {
  const readName = (name: string) => readUploadForm(view({ ...FILLED, name: { name: input(name) } }), LIMITS);

  test.each([
    ['night-watch', '“Night watch”'],
    ['2nd Watch', '“Watch”'],
    ['Night_Watch v2.0', '“Night Watch v2 0”'],
    ['नमस्ते!', '“नमस्ते”'],
  ])('%s is refused at its field, with a name that the service takes', (name, suggested) => {
    const read = readName(name);
    expect(read.ok ? {} : read.errors).toEqual({
      name: `Use letters, digits and spaces only, starting with a letter. Try ${suggested}.`,
    });
  });

  test('a name without any letter is refused without a suggestion', () => {
    const read = readName('123 456');
    expect(read.ok ? {} : read.errors).toEqual({
      name: 'Use letters, digits and spaces only, starting with a letter.',
    });
  });

  test.each(['Tides', 'Météo 2', 'погода', 'नमस्ते'])('%s is left to the service', (name) => {
    expect(readName(name)).toMatchObject({ ok: true, value: { form: { name } } });
  });
});
