import { expect, test } from 'vitest';
import { PackageTexts } from '../../src/uploads/suggest-form.ts';

function suggest(files: Record<string, string>) {
  const texts = new PackageTexts();
  for (const [path, text] of Object.entries(files)) texts.visit(path, Buffer.from(text));
  return texts.suggest();
}

const MAIN = { 'tides/main.py': '' };

const readme = (text: string) => suggest({ ...MAIN, 'tides/README.md': text });

test.each([
  ['a list', '# Tides\n\n## Trigger Words\n\n- high tide\n- "low tide"\n\n## Setup\n- install'],
  ['a list of another mark', '# Tides\n\n### Suggested trigger words:\n* high tide\n* `low tide`\n'],
  ['bold marks', '# Tides\n\n**Trigger Phrases**\n\n1. **high tide**\n2. **low tide** - says the next one\n'],
  ['one line', '# Tides\n\n## Triggers\n\nhigh tide, low tide\n'],
  ['quoted in a sentence', '# Tides\n\n## Hotwords\n\nSay “high tide” or “low tide” to start.\n'],
  ['a table', '# Tides\n\n## Trigger words\n\n| say | it does |\n|---|---|\n| high tide | x |\n| "low tide" | y |\n'],
  ['a block of code', '# Tides\n\n## Trigger words\n\n```text\nhigh tide\nlow tide\n```\n\nAnd more.\n'],
  ['a longer heading', '# Tides\n\n## Some good trigger words for this Ability\n\n- high tide\n- low tide\n'],
  [
    'the second of two',
    '# Tides\n\n## How triggers work\n\nThey start it.\n\n## Trigger words\n- high tide\n- low tide',
  ],
  ['beside the heading', '# Tides\n\nTrigger words: `high tide`, `low tide`\n'],
])('trigger words are read from the README: %s', (_, text) => {
  expect(readme(text)).toMatchObject({ triggerWords: ['high tide', 'low tide'], wordsFrom: 'README.md' });
});

test.each([
  ['no such heading', '# Tides\n\nSay high tide.\n'],
  ['a heading without a list', '# Tides\n\n## Trigger words\n\nChoose some that your users would say to it.\n'],
  ['a sentence', '# Tides\n\nTrigger words are set in the app, not here\n'],
  ['nothing below', '# Tides\n\n## Trigger words\n\n## Setup\n- install\n'],
])('and not guessed from it: %s', (_, text) => {
  expect(readme(text)).toMatchObject({ triggerWords: [], wordsFrom: null });
});

test('config.json wins over the README', () => {
  const files = {
    'tides/config.json': '{"matching_hotwords": ["ebb"], "category": "brain_skill"}',
    'tides/README.md': '## Trigger words\n- flood\n',
  };
  expect(suggest({ ...MAIN, ...files })).toMatchObject({
    triggerWords: ['ebb'],
    wordsFrom: 'config.json',
    category: 'brain_skill',
    categoryFrom: 'config.json',
  });
});

test.each([
  ['devkit_functions.py', { ...MAIN, 'tides/devkit_functions.py': '' }, 'local', 'devkit_functions.py'],
  ['background.py alone', { 'tides/background.py': '' }, 'background_daemon', 'background.py'],
  ['main.py', MAIN, null, null],
] as const)('the category is that of its files: %s', (_, files, category, categoryFrom) => {
  expect(suggest(files)).toMatchObject({ category, categoryFrom });
});

test('the folder is the only one at the top', () => {
  expect(suggest({ 'tides/main.py': '', 'tides/more/a.py': '' }).folder).toBe('tides');
  expect(suggest({ 'tides/main.py': '', 'other/main.py': '' }).folder).toBeNull();
  expect(suggest({ 'main.py': '', 'tides/a.py': '' }).folder).toBeNull();
  expect(suggest({}).folder).toBeNull();
});

test('hostile words are bounded', () => {
  const words = Array.from({ length: 60 }, (_, index) => `- word ${index} ${'x'.repeat(200)}`);
  expect(readme(`## Trigger words\n${words.join('\n')}\n- fine\n`).triggerWords).toEqual(['fine']);
  const many = Array.from({ length: 60 }, (_, index) => `- word ${index}`);
  expect(readme(`## Trigger words\n${many.join('\n')}\n`).triggerWords).toHaveLength(20);
});

test('an Ability beside others is described by what is in its folder', () => {
  const texts = new PackageTexts();
  const files = {
    'repo/README.md': '# Everything\n\nA collection.',
    'repo/tides/README.md': '# High Tides\n\nTells the tides.',
    'repo/tides/main.py': '',
    'repo/waves/devkit_functions.py': '',
    'repo/waves/config.json': '{"matching_hotwords": ["wave"]}',
  };
  for (const [path, text] of Object.entries(files)) texts.visit(path, Buffer.from(text));
  const tides = { heading: 'High Tides', folder: 'tides', description: 'Tells the tides.', category: null };
  expect(texts.suggest('repo/tides/')).toMatchObject(tides);
  expect(texts.suggest('repo/tides/', true)).toMatchObject({ ...tides, triggerWords: [] });
  expect(texts.suggest('repo/waves/')).toMatchObject({ description: 'A collection.', category: 'local' });
  expect(texts.suggest('repo/waves/', true)).toMatchObject({ heading: null, triggerWords: ['wave'] });
});

test('the file is named from which they were read', () => {
  const text = 'Trigger words: high tide, low tide';
  expect(suggest({ ...MAIN, 'tides/README.txt': text }).wordsFrom).toBe('README.txt');
  expect(suggest({ ...MAIN, 'tides/README': text }).wordsFrom).toBe('README');
});

test('a long README is read as far as is quick to read', () => {
  const words = '## Trigger words\n\n- high tide\n';
  const without = '## Trigger words\n\nNone yet.\n\n';
  expect(readme(`# Tides\n\n${without.repeat(19)}${words}`)).toMatchObject({ triggerWords: ['high tide'] });
  expect(readme(`# Tides\n\n${without.repeat(20)}${words}`)).toMatchObject({ triggerWords: [] });
  expect(readme(`# Tides\n\n${'a'.repeat(16_000)}\n\n${words}`)).toMatchObject({ triggerWords: ['high tide'] });
  expect(readme(`# Tides\n\n${'a'.repeat(16_384)}\n\n${words}`)).toMatchObject({ triggerWords: [] });
});

test('lines that are too long to be a title or an item are read in part, whatever breaks them', () => {
  const long = `- a${' '.repeat(9000)}b`;
  expect(readme(`# Tides\n\n## Trigger words\n\n${long}\n- high tide\n`)).toMatchObject({
    triggerWords: ['a b', 'high tide'],
  });
  expect(readme(`# Tides\r\r## Trigger words\r\r- high tide\r`)).toMatchObject({ triggerWords: ['high tide'] });
  const word = 'x'.repeat(2000);
  expect(readme(`# Tides\n\n## Trigger words\n\n- ${word}\n- high tide\n`)).toMatchObject({
    triggerWords: ['high tide'],
  });
});

test('a link in the description is its text, unless its brackets are nested', () => {
  expect(readme('# Tides\n\nSee [the tables](https://tides.example).\n')).toMatchObject({
    description: 'See the tables.',
  });
  expect(readme(`# Tides\n\nSee ${'['.repeat(200)}\n`)).toMatchObject({ description: `See ${'['.repeat(200)}` });
});
