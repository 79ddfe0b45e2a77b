import { checkView, renderText, viewDefinition } from '@abilities-bot/local-slack/block-kit';
import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import type { Requester } from '../../src/core/access.ts';
import { VERBS } from '../../src/core/verbs.ts';
import { decodeButton } from '../../src/slack/button-value.ts';
import { type HomeContents, HomeNotice, homeView } from '../../src/slack/features/home/view.ts';
import type { UploadRecord } from '../../src/store/upload-record.ts';
import { actorAs } from '../core/actors.ts';
import { hasForeignControl, mrkdwnIn } from './control-sequences.ts';
import { contents, foreverLong, HOMES, UNDOABLE } from './golden-homes.ts';
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
    const view = homeView(foreverLong(count), ASKED, {
      text: `${'a'.repeat(2990)} done\n${'b'.repeat(2990)}`,
      undo: 'ab'.repeat(8),
      isRedo: false,
      toggled: [],
      at: 0,
    });
    expect(checkView(view)).toEqual([]);
    expect(view.blocks.length).toBeLessThanOrEqual(100);
  });
});

test('nothing in it mentions, pings or links', () => {
  const texts = mrkdwnIn(homeView(foreverLong(60), ASKED, null));
  expect(texts.join('\n')).toContain('&lt;!channel&gt;');
  expect(texts.filter(hasForeignControl)).toEqual([]);
});

/** The commands of its buttons and menus. */
function commandsOf(view: types.HomeView): (string | undefined)[] {
  const { blocks } = viewDefinition.parse(view);
  const values = JSON.stringify(blocks).match(/"value":"(?:[^"\\]|\\.)*"/g) ?? [];
  return values.map((value) => decodeButton(JSON.parse(`{${value}}`).value)?.command.verb);
}

/** The labels of the menu. */
const menuOf = (more: Partial<HomeContents>, requester: Requester = ASKED) => {
  const view = viewDefinition.parse(homeView(contents(more), requester, null));
  const elements = view.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  return elements.flatMap((element) =>
    element.type === 'static_select'
      ? (element.option_groups ?? []).flatMap(({ options }) => options.map(({ text }) => text.text))
      : [],
  );
};

test('every verb can be reached, and every line can be read', () => {
  const more = { ownAccount: true, approvals: 1, changes: [UNDOABLE], list: listOf(CATALOG) };
  const view = homeView(contents(more), ASKED, null);
  expect(commandsOf(view)).not.toContain(undefined);
  const labels = menuOf(more);
  expect(labels.toSorted()).toEqual(VERBS.flatMap(({ homeLabel }) => homeLabel ?? []).toSorted());
});

/** Where a verb that the menu omits is offered. */
const OUTSIDE_THE_MENU: Readonly<Record<string, string>> = {
  search: "a button of the tab's own",
  quiet: "a button of the tab's own",
  upload: "a button of the tab's own",
  resume: 'the line about quiet',
  cancel: 'the rows of Planned changes',
  decline: 'the rows of Approvals',
};

test('a verb that the menu omits is offered elsewhere', () => {
  const omitted = VERBS.filter(({ homeLabel }) => homeLabel === null).map(({ name }) => name);
  expect(
    omitted.toSorted(),
    'Give a verb a homeLabel to put it in the menu, or null and a row in OUTSIDE_THE_MENU that says where it is offered',
  ).toEqual(Object.keys(OUTSIDE_THE_MENU).toSorted());
});

describe('the menu offers what this person can do now', () => {
  test.each([
    ['Approvals', { approvals: 1 }, {}],
    ['Undo my latest change', { changes: [UNDOABLE] }, {}],
    ['Connect…', { ownAccount: true }, {}],
    ['Disconnect…', { ownAccount: true }, {}],
  ] as const)('%s', (label, can, cannot) => {
    expect(menuOf(can)).toContain(label);
    expect(menuOf(cannot)).not.toContain(label);
  });

  test('not the change of somebody else', () => {
    expect(menuOf({ changes: [{ ...UNDOABLE, record: { ...UNDOABLE.record, userId: 'U0BEN' } }] })).not.toContain(
      'Undo my latest change',
    );
  });

  test('a viewer has no verb that changes something', () => {
    const labels = menuOf({ ownAccount: true, approvals: 1, changes: [UNDOABLE] }, actorAs('U0ANA', 'viewer'));
    expect(labels).toEqual([
      'All Abilities',
      'Show an Ability…',
      'Audit log',
      'Planned changes',
      'Agents',
      'Export',
      'Status',
      'Which Ability answers…',
      'Check',
      'Starter zip',
      'My access',
      'Help',
    ]);
  });
});

describe('quiet', () => {
  const QUIET = {
    id: '0123456789abcdef',
    agent: null,
    userId: 'U0ANA',
    startedAt: Date.parse('2026-03-01T09:00:00Z'),
    endsAt: Date.parse('2036-03-01T09:30:00Z'),
    items: [{ id: InstalledAbilityId.parse(90_001), name: 'Weather', since: 0, isDisabled: true }],
    tries: 0,
  };
  const shownTo = (quiets: HomeContents['quiets'], requester = ASKED) =>
    read(homeView(contents({ list: listOf(CATALOG), quiets }), requester, null));

  test('is shown with its end, and with the rest of an end that failed', () => {
    expect(shownTo([])).not.toContain('quiet');
    expect(shownTo([QUIET])).toMatch(/Everything is quiet until [\s\S]*\[Resume\]/);
    expect(shownTo([{ ...QUIET, endsAt: 0 }])).toContain('Everything was to be quiet until');
    expect(shownTo([{ ...QUIET, tries: 1 }])).toContain("Quiet has ended, but 1 Ability couldn't be enabled yet");
    expect(shownTo([QUIET, { ...QUIET, agent: { id: AgentId.parse(301), name: 'Nova' } }])).toMatch(
      /\(and 1 more\)[\s\S]*\[Resume all…\]/,
    );
  });

  test('is one line with one button while it is the latest change, also as a result', () => {
    const items = QUIET.items.map(({ id, name }) => ({ id, name }));
    const record = { ...UNDOABLE.record, change: { kind: 'quieted' as const, quietId: QUIET.id, items } };
    const more = { list: listOf(CATALOG), quiets: [QUIET], changes: [{ ...UNDOABLE, record }] };
    const reopened = read(homeView(contents(more), ASKED, null)).split('*Recent*')[0] ?? '';
    expect(reopened).toMatch(/Everything is quiet until .* · by you · 1 Ability {2}\[Resume\]/);
    expect(reopened).not.toContain('[Undo]');
    const notice = { text: '✓ All is quiet', undo: record.id, isRedo: false, toggled: [], at: 0 };
    const shown = read(homeView(contents(more), ASKED, notice)).split('*Recent*')[0] ?? '';
    expect(shown).toContain('✓ All is quiet  [Resume]');
    expect(shown).not.toContain('Everything is quiet');
  });
});

test('Abilities with a switch come first, and those without trigger words open a form', () => {
  const shown = read(homeView(contents({ list: listOf(CATALOG) }), ASKED, null));
  expect(shown).toContain(':large_green_circle: *Weather*  Enabled · Skill');
  expect(shown).toContain('[Disable]');
  expect(shown).toContain(':white_circle: *Radio*  Disabled · Skill · no trigger words  [Enable…]');
  expect(shown.indexOf('*Weather*')).toBeLessThan(shown.indexOf('*Garage Door*'));
});

test('a result moves no row, has its Undo above them, and marks its row', () => {
  const list = listOf(CATALOG);
  const before = homeView(contents({ list }), ASKED, null);
  const after = homeView(contents({ list, uploads: [upload()], approvals: 1 }), ASKED, {
    text: '*Weather* disabled',
    undo: 'ab'.repeat(8),
    isRedo: false,
    toggled: [90_001],
    at: 0,
  });
  const shape = ({ blocks }: types.HomeView) => blocks.map((block) => [block.type, 'accessory' in block]);
  expect(shape(after)).toEqual(shape(before));
  expect(read(after)).toContain('*Weather* disabled  [Undo]');
  expect(read(after)).toContain('Skill · ✓ changed by you');
});

test('what became of each of several stays with the result, above the Abilities', () => {
  const text = '1 of 2 Abilities disabled by you. 1 not disabled.\n• *News* not disabled: it has no trigger words';
  const notice = { text, undo: 'ab'.repeat(8), isRedo: false, toggled: [], at: 0 };
  const shown = read(homeView(contents({ list: listOf(CATALOG) }), ASKED, notice));
  expect(shown.indexOf('*News* not disabled')).toBeLessThan(shown.indexOf('*Weather*'));
});

describe('problems', () => {
  const blocksOf = (more: Partial<HomeContents>) => homeView(contents({ list: listOf(CATALOG), ...more }), ASKED, null);

  test('take the line of what waits, so that no row moves', () => {
    const shape = ({ blocks }: types.HomeView) => blocks.map((block) => [block.type, 'accessory' in block]);
    const view = blocksOf({ problems: 2 });
    expect(read(view)).toContain('*2 problems*  [Review]');
    expect(commandsOf(view)).toContain('check');
    expect(shape(view)).toEqual(shape(blocksOf({ problems: 0 })));
  });

  test('are below the Abilities while something waits', () => {
    const shown = read(blocksOf({ problems: 1, uploads: [upload()] }));
    expect(shown).toContain('Uploading');
    expect(shown.indexOf('*1 problem*  [Review]')).toBeGreaterThan(shown.indexOf('*Radio*'));
  });

  test('are not mentioned if there are none', () => {
    expect(read(blocksOf({ problems: 0 }))).not.toContain('problem');
  });
});

test('uploads, approvals and changes are shown, each change with its Undo or Redo', () => {
  const home = HOMES['home-usual'];
  const shown = home ? read(home) : '';
  expect(shown).toContain('*1 pending approval* · Uploading');
  expect(shown).toContain('[Review]');
  expect(shown).toContain('*Weather* enabled again · ');
  expect(shown).toContain('[Redo]');
  expect(shown).toContain('*Weather* disabled · ');
  expect(shown).toContain(' · undone');
});

describe('uploads in progress', () => {
  const shownFor = (uploads: UploadRecord[]) => read(homeView(contents({ uploads }), ASKED, null));

  test.each([
    [1, null],
    [2, 'and 1 more upload'],
    [12, 'and 11 more uploads'],
    [50, 'and at least 49 more uploads'],
  ])('of %i, the oldest is shown, and how many more there are', (count, more) => {
    const shown = shownFor(Array.from({ length: count }, () => upload()));
    expect(shown.match(/Uploading /g)).toHaveLength(1);
    expect(/and .*more uploads?/.exec(shown)?.[0] ?? null).toBe(more);
  });

  test.each([
    ['accepted', 'queued'],
    ['fetching', 'step 1 of 7, reading'],
    ['inspecting', 'step 2 of 7, checking'],
    ['asking', 'needs a decision'],
    ['keeping', 'step 3 of 7, backing up the current version'],
    ['deleting', 'step 4 of 7, deleting the current version'],
    ['sending', 'step 5 of 7, sending'],
    ['confirming', 'step 6 of 7, confirming'],
    ['restoring', 'step 7 of 7, restoring its settings'],
    ['putting-back', 'restoring the previous version'],
    ['verifying', 'step 7 of 7, restoring its settings'],
  ] as const)('one that is %s is shown as “%s”', (state, words) => {
    const plan = { kind: 'replace', abilityId: AbilityId.parse(6001) } as const;
    expect(shownFor([upload({ plan, state })])).toContain(` · ${words}  [Status]\n`);
  });

  test('one that the account does not show yet is shown as sent', () => {
    const expected = { triggerWords: null, enabled: null, installed: false, installedId: null };
    const verification = { expected, notRestored: [], looks: 1, found: [{ kind: 'not-listed' } as const] };
    expect(shownFor([upload({ state: 'verifying', verification })])).toContain(
      ' · sent, but not confirmed yet  [Status]\n',
    );
  });
});

test('a store that does not answer is reported', () => {
  expect(read(homeView(contents({ changes: null }), ASKED, null))).toContain("I can't read recent changes right now.");
});

describe('the latest change, above the rows', () => {
  const topOf = (record: Partial<typeof UNDOABLE.record>, requester = ASKED, undo: string | null = UNDOABLE.undo) => {
    const changes = [{ ...UNDOABLE, undo, record: { ...UNDOABLE.record, ...record } }];
    return read(homeView(contents({ changes }), requester, null)).split('*Recent*')[0] ?? '';
  };

  test('can be undone there by everybody who may, and else leads to the audit log', () => {
    expect(topOf({ userId: 'U0BEN' })).toMatch(/by @\S+ · .*\[Undo\]/);
    expect(topOf({}, actorAs('U0ANA', 'viewer'))).toMatch(/by you · .*\[Audit log\]/);
    expect(topOf({}, ASKED, null)).toMatch(/by you · .*\[Audit log\]/);
  });

  test('is a later one than the result of a click, whose row is no longer marked', () => {
    const at = UNDOABLE.record.at.getTime();
    const shownWith = (notice: Partial<HomeNotice>) => {
      const stored = { text: '✓ Quiet ended', undo: null, isRedo: false, toggled: [90_001], ...notice };
      const more = { changes: [UNDOABLE], list: listOf(CATALOG) };
      return read(homeView(contents(more), ASKED, HomeNotice.parse(stored))).split('*Recent*')[0] ?? '';
    };
    for (const earlier of [{ at: at - 1 }, {}]) {
      expect(shownWith(earlier)).toMatch(/\*Weather\* disabled by you · .*\[Undo\]/);
      expect(shownWith(earlier)).not.toContain('Quiet ended');
      expect(shownWith(earlier)).not.toContain('changed by you');
    }
    expect(shownWith({ at })).toContain('✓ Quiet ended  [Audit log]');
    // The clock of another process may be ahead.
    expect(shownWith({ at: at - 1, undo: UNDOABLE.record.id })).toContain('✓ Quiet ended  [Undo]');
  });

  test('says how many Abilities it was, if their names take more than a line', () => {
    const items = Array.from({ length: 7 }, (_, n) => ({
      id: InstalledAbilityId.parse(90_001 + n),
      name: `A rather long name, number ${n}`,
      enabled: true,
    }));
    expect(topOf({ change: { kind: 'toggled', items } })).toContain('7 Abilities enabled by you · ');
    expect(topOf({ change: { kind: 'toggled', endsQuiet: true, items } })).toContain(
      'Quiet ended: 7 Abilities enabled by you · ',
    );
  });
});
