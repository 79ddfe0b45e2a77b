import { checkView, renderText, viewDefinition } from '@abilities-bot/local-slack/block-kit';
import { AbilityId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import { VERBS } from '../../src/core/verbs.ts';
import { decodeButton } from '../../src/slack/button-value.ts';
import { homeView } from '../../src/slack/features/home/view.ts';
import type { UploadRecord } from '../../src/store/upload-record.ts';
import { hasForeignControl, mrkdwnIn } from './control-sequences.ts';
import { changes, contents, foreverLong, HOMES } from './golden-homes.ts';
import { upload } from './sample-uploads.ts';
import { ASKED, CATALOG, listOf } from './sample-values.ts';

/** As a person reads it. */
const read = (view: types.HomeView) => renderText(viewDefinition.parse(view));

test.each(Object.entries(HOMES))('%s is drawn as it was', async (name, view) => {
  await expect(`${JSON.stringify(view, null, 2)}\n`).toMatchFileSnapshot(`../golden/${name}.json`);
  expect(checkView(view)).toEqual([]);
});

describe('the Home view is taken by Slack', () => {
  test.each([0, 1, 60, 5000])('with %i of everything', (count) => {
    const view = homeView(foreverLong(count), ASKED, { text: `${'a'.repeat(2990)} done`, undo: 'ab'.repeat(8) });
    expect(checkView(view)).toEqual([]);
    expect(view.blocks.length).toBeLessThanOrEqual(100);
  });
});

test('nothing in it mentions, pings or links', () => {
  const texts = mrkdwnIn(homeView(foreverLong(60), ASKED, null));
  expect(texts.join('\n')).toContain('&lt;!channel&gt;');
  expect(texts.filter(hasForeignControl)).toEqual([]);
});

test.each([
  ['every verb', true, VERBS.length],
  ['without an account of its own, every verb but two', false, VERBS.length - 2],
])('%s has a button whose line is read', (_which, ownAccount, count) => {
  const { blocks } = viewDefinition.parse(homeView(contents({ ownAccount }), ASKED, null));
  const values = blocks.flatMap((block) =>
    block.type === 'actions' ? block.elements.flatMap((one) => (one.type === 'button' ? [one.value ?? ''] : [])) : [],
  );
  const commands = values.map((value) => decodeButton(value)?.command.verb);
  expect(commands).toHaveLength(count);
  expect(commands).not.toContain(undefined);
});

test('installed Abilities have a switch, and those without trigger words open a form', () => {
  const shown = read(homeView(contents({ list: listOf(CATALOG) }), ASKED, null));
  expect(shown).toContain('*Weather*  Enabled · Skill');
  expect(shown).toContain('[Disable]');
  expect(shown).toContain('*Radio*  Disabled');
  expect(shown).not.toContain('*Garage Door*');
});

test('uploads, changes and the last notice are told, with a way back', () => {
  const view = homeView(contents({ uploads: [upload()], changes: changes(2, 'Weather') }), ASKED, {
    text: '*Weather* disabled',
    undo: 'ab'.repeat(8),
  });
  const shown = read(view);
  expect(shown).toContain('*Uploads in progress*');
  expect(shown).toContain('*Recent changes*');
  expect(shown).toContain('deleted by');
  expect(shown).toContain('undone by');
  expect(JSON.stringify(view)).toContain(`undo ${'ab'.repeat(8)}`);
});

describe('uploads in progress', () => {
  const shownFor = (uploads: UploadRecord[]) => read(homeView(contents({ uploads }), ASKED, null));

  test.each([
    [5, null],
    [6, 'and 1 more'],
    [12, 'and 7 more'],
    [50, 'and at least 45 more'],
  ])('of %i, five are shown, and how many more there are', (count, more) => {
    const shown = shownFor(Array.from({ length: count }, () => upload()));
    expect(shown.match(/Uploading /g)).toHaveLength(5);
    expect(/and .*more/.exec(shown)?.[0] ?? null).toBe(more);
  });

  test.each([
    ['accepted', 'waiting in line'],
    ['fetching', 'step 1 of 7, reading'],
    ['inspecting', 'step 2 of 7, checking'],
    ['asking', 'waiting for an answer'],
    ['keeping', 'step 3 of 7, backing up the old one'],
    ['deleting', 'step 4 of 7, deleting the old one'],
    ['sending', 'step 5 of 7, sending'],
    ['confirming', 'step 6 of 7, confirming'],
    ['restoring', 'step 7 of 7, restoring its settings'],
    ['putting-back', 'restoring the old one'],
  ] as const)('one that is %s is told as “%s”', (state, words) => {
    const plan = { kind: 'replace', abilityId: AbilityId.parse(6001) } as const;
    expect(shownFor([upload({ plan, state })])).toContain(` · ${words}\n`);
  });
});

test('a store that does not answer is told', () => {
  expect(read(homeView(contents({ changes: null }), ASKED, null))).toContain('Recent changes cannot be read now.');
});
