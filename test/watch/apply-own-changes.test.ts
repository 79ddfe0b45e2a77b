import { InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/store/undo-record.ts';
import { type AccountSnapshot, compareAccounts } from '../../src/watch/compare.ts';
import { applyOwnChanges } from '../../src/watch/own-changes.ts';
import { SMALL, seenAbility, seenInstalled, snapshot, WEATHER_ROW } from './snapshots.ts';
import { assignedChange, deletedChange, uploadedChange } from './world.ts';

const ROW_ID = InstalledAbilityId.parse(901);
const disabled: Change = { kind: 'toggled', items: [{ id: ROW_ID, name: 'Weather', enabled: false }] };

/** The report when `seen` is found after the bot's own changes. */
const told = (changes: readonly Change[], seen: Partial<AccountSnapshot>, known: AccountSnapshot = SMALL) => {
  const now = { ...known, ...seen };
  return compareAccounts(applyOwnChanges(known, changes, now), now);
};

test('without own changes, what was known is expected', () => {
  expect(applyOwnChanges(SMALL, [], snapshot())).toBe(SMALL);
});

test('what was known is not changed itself', () => {
  const before = JSON.stringify(SMALL);
  applyOwnChanges(SMALL, [disabled, deletedChange(1, 'Weather'), uploadedChange(7, 'Radio', 'replace')], SMALL);
  expect(JSON.stringify(SMALL)).toBe(before);
});

describe('a switch', () => {
  test('is expected, and told when somebody has taken it back', () => {
    expect(told([disabled], { installed: [{ ...WEATHER_ROW, enabled: false }] })).toEqual([]);
    expect(told([disabled], {})).toEqual([{ kind: 'enabled', installedId: 901, name: 'Weather' }]);
  });

  test('leaves words that others gave meanwhile to be told', () => {
    const seen = { installed: [{ ...WEATHER_ROW, enabled: false, triggerWords: ['hail'] }] };
    expect(told([disabled], seen).map(({ kind }) => kind)).toEqual(['trigger-words']);
  });

  test('of one without trigger words came with some', () => {
    const wordless = { ...SMALL, installed: [{ ...WEATHER_ROW, triggerWords: [] }] };
    expect(told([disabled], { installed: [{ ...WEATHER_ROW, enabled: false }] }, wordless)).toEqual([]);
  });
});

test('trigger words that the service writes in its own way are the bot’s', () => {
  const changed: Change = { kind: 'triggers', id: ROW_ID, name: 'Weather', before: [], after: ['Hail', 'Fog'] };
  expect(told([changed], { installed: [{ ...WEATHER_ROW, triggerWords: ['fog', 'hail'] }] })).toEqual([]);
});

describe('a deletion', () => {
  test('is expected to take the installed record with it, or to leave it', () => {
    const abilities = [seenAbility(2, 'Radio')];
    expect(told([deletedChange(1, 'Weather')], { abilities, installed: [] })).toEqual([]);
    const orphan = { ...WEATHER_ROW, abilityId: null, enabled: false };
    expect(told([deletedChange(1, 'Weather')], { abilities, installed: [orphan] })).toEqual([]);
  });

  test('may change the record that it leaves, also after one of the same name was deleted and uploaded again', () => {
    const changes: Change[] = [
      deletedChange(1, 'Weather'),
      uploadedChange(7, 'Weather', 'new'),
      { kind: 'toggled', items: [{ id: InstalledAbilityId.parse(907), name: 'Weather', enabled: true }] },
      deletedChange(7, 'Weather'),
    ];
    const orphan = seenInstalled(907, null, 'Weather', { enabled: false });
    expect(told(changes, { abilities: [seenAbility(2, 'Radio')], installed: [orphan] })).toEqual([]);
  });

  test('that leaves something behind is reported', () => {
    expect(told([deletedChange(1, 'Weather')], {})).toEqual([
      { kind: 'ability-new', abilityId: 1, name: 'Weather', installed: { id: 901, enabled: true } },
    ]);
  });
});

describe('an upload', () => {
  const abilities = [...SMALL.abilities, seenAbility(7, 'Tides')];

  test('is expected, installed or not', () => {
    expect(told([uploadedChange(7, 'Tides', 'new')], { abilities })).toEqual([]);
    const installed = [WEATHER_ROW, seenInstalled(907, 7, 'Tides', { triggerWords: ['tides'] })];
    expect(told([uploadedChange(7, 'Tides', 'new')], { abilities, installed })).toEqual([]);
  });

  test('that somebody deleted or renamed is reported', () => {
    expect(told([uploadedChange(7, 'Tides', 'new')], {})).toEqual([
      { kind: 'ability-gone', abilityId: 7, name: 'Tides' },
    ]);
    const renamed = [...SMALL.abilities, seenAbility(7, 'Ebb')];
    expect(told([uploadedChange(7, 'Tides', 'new')], { abilities: renamed })).toEqual([
      { kind: 'ability-renamed', abilityId: 7, before: 'Tides', after: 'Ebb' },
    ]);
  });

  test('in place changes no list: an Ability that somebody else created is reported', () => {
    expect(told([uploadedChange(7, 'Tides', 'update')], { abilities })).toHaveLength(1);
  });

  test('in place of another is expected to have taken its place', () => {
    const seen = {
      abilities: [seenAbility(2, 'Radio'), seenAbility(7, 'Weather')],
      installed: [seenInstalled(907, 7, 'Weather', { enabled: false })],
    };
    expect(told([uploadedChange(7, 'Weather', 'replace')], seen)).toEqual([]);
  });

  test('in place of one of two of a name leaves the other', () => {
    const two = snapshot({ abilities: [seenAbility(1, 'Weather'), seenAbility(2, 'Weather')] });
    const seen = { abilities: [seenAbility(2, 'Weather'), seenAbility(7, 'Weather')] };
    expect(told([uploadedChange(7, 'Weather', 'replace')], seen, two)).toEqual([]);
  });
});

describe('an assignment', () => {
  const radioRow = seenInstalled(902, 2, 'Radio', { triggerWords: ['radio'] });

  test('may have installed what was assigned, and uninstalled what was taken away', () => {
    expect(told([assignedChange([1], [2])], { installed: [radioRow] })).toEqual([]);
    expect(told([assignedChange(null, [2])], { installed: [WEATHER_ROW, radioRow] })).toEqual([]);
  });

  test('leaves alone what it does not name', () => {
    expect(told([assignedChange([], [])], { installed: [radioRow] }).map(({ kind }) => kind)).toEqual([
      'installed-new',
      'installed-gone',
    ]);
  });

  test('installs one record at most: a second one is reported, and so is the duplicate', () => {
    const installed = [WEATHER_ROW, radioRow, seenInstalled(903, 2, 'Radio')];
    expect(told([assignedChange(null, [2])], { installed })).toEqual([
      { kind: 'installed-new', installedId: 903, abilityId: 2, name: 'Radio', enabled: true },
      { kind: 'duplicate-installed', abilityId: 2, name: 'Radio', installedIds: [902, 903] },
    ]);
  });
});
