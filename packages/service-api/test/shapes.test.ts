import { describe, expect, test } from 'vitest';
import { Ability, AbilityList } from '../src/ability.ts';
import { ReleaseAnswer, ReleaseList } from '../src/ability-release.ts';
import { AgentList } from '../src/agent.ts';
import { AbilityId, InstalledAbilityId, ReleaseId } from '../src/ids.ts';
import { leftOutOf } from '../src/index.ts';
import { InstalledAbility, InstalledAbilityList } from '../src/installed-ability.ts';
import { UploadAnswer } from '../src/upload-answer.ts';

describe('an Ability', () => {
  test('needs an ID and a name only; the rest may be null or missing', () => {
    const bare = {
      id: 6403,
      name: 'Weather',
      category: null,
      description: null,
      triggerWords: [],
      isInstalled: null,
      isApproved: null,
      isPublished: null,
      lastUpdated: null,
      versionCount: null,
      hasOnlyDrafts: null,
    };
    expect(Ability.parse({ id: 6403, name: 'Weather' })).toEqual(bare);
    const nulls = { category: null, description: null, trigger_words: null, is_installed: null, is_approved: null };
    expect(
      Ability.parse({
        id: 6403,
        name: 'Weather',
        ...nulls,
        is_published: null,
        last_updated: null,
        capability_versions: null,
      }),
    ).toEqual(bare);
  });

  test('is read in full, unknown fields aside', () => {
    expect(
      Ability.parse({
        id: 6403,
        name: 'Weather',
        category: 'skill',
        description: 'Tells the weather',
        trigger_words: [' check the weather ', ''],
        is_installed: true,
        is_approved: false,
        is_published: false,
        last_updated: '2025-01-01T00:00:00Z',
        capability_versions: [{ id: 1 }, { id: 2 }],
        shortcut: 'ctrl+w',
      }),
    ).toEqual({
      id: 6403,
      name: 'Weather',
      category: 'skill',
      description: 'Tells the weather',
      triggerWords: ['check the weather'],
      isInstalled: true,
      isApproved: false,
      isPublished: false,
      lastUpdated: '2025-01-01T00:00:00Z',
      versionCount: 2,
      hasOnlyDrafts: null,
    });
  });

  test('may hold its trigger words comma-separated', () => {
    expect(Ability.parse({ id: 1, name: 'Weather', trigger_words: 'weather, rain,' }).triggerWords).toEqual([
      'weather',
      'rain',
    ]);
  });

  test.each([
    [[{ is_committed: false }], true],
    [[{ is_committed: false }, { id: 2, is_committed: false }], true],
    [[{ is_committed: false }, { is_committed: true }], false],
    [[{ is_committed: true }, null], false],
    [[], null],
    [[{ is_committed: false }, { id: 2 }], null],
    [[{ is_committed: 'no' }, 7, null], null],
    [{ count: 2 }, null],
    ['v1', null],
  ])('with the versions %j: only drafts is %j', (capability_versions, hasOnlyDrafts) => {
    expect(Ability.parse({ id: 1, name: 'Weather', capability_versions })).toMatchObject({ id: 1, hasOnlyDrafts });
  });

  test('may be of a category that is not known yet', () => {
    expect(Ability.parse({ id: 1, name: 'Weather', category: 'hologram' }).category).toBe('hologram');
  });
});

describe('a list', () => {
  const row = { id: 1, name: 'Weather' };

  test.each([[[row]], [{ abilities: [row] }], [{ capabilities: [row] }]])('of Abilities is read from %j', (body) => {
    expect(AbilityList.parse(body)).toMatchObject([row]);
    expect(InstalledAbilityList.parse(body)).toMatchObject([row]);
  });

  test.each([[[row]], [{ personalities: [row] }]])('of Agents is read from %j', (body) => {
    expect(AgentList.parse(body)).toMatchObject([row]);
  });

  test.each([[null], ['abilities'], [{}], [{ results: [row] }], [{ abilities: null }]])(
    'is not read from %j',
    (body) => {
      expect(AbilityList.safeParse(body).success).toBe(false);
      expect(AgentList.safeParse(body).success).toBe(false);
    },
  );

  test.each([
    [[row, { id: 2 }], { index: 1, id: 2, name: null, field: 'name' }],
    [[{ id: 'x', name: 'Radio' }, row], { index: 0, id: null, name: 'Radio', field: 'id' }],
    [[{ id: 1.5, name: 'Radio' }, row], { index: 0, id: null, name: 'Radio', field: 'id' }],
    [[row, { id: '2', name: 'Radio', trigger_words: [7] }], { index: 1, id: 2, name: 'Radio', field: 'trigger_words' }],
    [
      { abilities: [row, { id: 2, name: 'Radio', is_installed: 'yes' }] },
      { index: 1, id: 2, name: 'Radio', field: 'is_installed' },
    ],
    [[null, row], { index: 0, id: null, name: null, field: null }],
  ])('of %j lacks the row that cannot be read, and no other', (body, unread) => {
    const rows = AbilityList.parse(body);
    expect(rows).toMatchObject([row]);
    expect(leftOutOf(rows)).toEqual([unread]);
  });

  test.each([
    [[{ id: 2 }], '0.name'],
    [[{ id: 'x', name: 'Radio' }, { id: 2 }], '0.id'],
    [[{ ...row, trigger_words: [7] }], '0.trigger_words'],
    [['Weather'], '0'],
  ])('of %j, of which no row can be read, is of another shape', (body, path) => {
    expect(AbilityList.safeParse(body).error?.issues[0]?.path.join('.')).toBe(path);
  });

  test('of nothing is one', () => {
    expect(AbilityList.parse([])).toEqual([]);
  });
});

describe('an Agent', () => {
  test('has a list of Abilities only where the service shows it', () => {
    const agents = AgentList.parse({
      personalities: [
        { id: 1, name: 'Echo' },
        { id: 2, name: 'Nova', image: 'https://images.example/nova.png', matching_capabilities: [] },
        { id: 3, name: 'Iris', image: null, matching_capabilities: [7, 8] },
      ],
    });
    expect(agents).toEqual([
      { id: 1, name: 'Echo', image: null, abilityIds: null },
      { id: 2, name: 'Nova', image: 'https://images.example/nova.png', abilityIds: [] },
      { id: 3, name: 'Iris', image: null, abilityIds: [7, 8] },
    ]);
  });
});

describe('an installed Ability', () => {
  test('is off unless the service says that it is on', () => {
    expect(InstalledAbility.parse({ id: 1, name: 'Weather' }).enabled).toBe(false);
    expect(InstalledAbility.parse({ id: 1, name: 'Weather', enabled: null }).enabled).toBe(false);
    expect(InstalledAbility.parse({ id: 1, name: 'Weather', enabled: true }).enabled).toBe(true);
  });

  test('has an image, a default and a shortcut only if the service returns them', () => {
    const bare = { image: null, isDefault: null, shortcut: null };
    const row = { id: 1, name: 'Weather' };
    expect(InstalledAbility.parse(row)).toMatchObject(bare);
    expect(InstalledAbility.parse({ ...row, image_file: null, default: null, shortcut: '' })).toMatchObject(bare);
    // Values of the wrong type must not cost the row.
    expect(InstalledAbility.parse({ ...row, image_file: {}, default: 'yes', shortcut: [] })).toMatchObject(bare);
    const full = { image_file: '/media/w.png', default: false, shortcut: 'w' };
    expect(InstalledAbility.parse({ ...row, ...full })).toMatchObject({
      image: '/media/w.png',
      isDefault: false,
      shortcut: 'w',
    });
  });

  test('includes its Ability only if the service returns it', () => {
    expect(InstalledAbility.parse({ id: 1, name: 'Weather' }).abilityId).toBeNull();
    expect(InstalledAbility.parse({ id: 1, name: 'Weather', capability_id: 7 }).abilityId).toBe(7);
    expect(InstalledAbility.parse({ id: 1, name: 'Weather', ability_id: 8 }).abilityId).toBe(8);
  });
});

describe('the answer to an upload', () => {
  test.each([
    [
      { capability_id: 7, detail: 'Created' },
      { abilityId: 7, detail: 'Created' },
    ],
    [
      { ability_id: '7', message: 'Created' },
      { abilityId: 7, detail: 'Created' },
    ],
    [
      { capability_id: null, ability_id: 7 },
      { abilityId: 7, detail: null },
    ],
    [{ capability_id: 0 }, { abilityId: 0, detail: null }],
  ])('%j', (body, answer) => {
    expect(UploadAnswer.parse(body)).toEqual(answer);
  });

  test('needs an ID', () => {
    expect(UploadAnswer.safeParse({ detail: 'Created' }).error?.issues[0]?.path).toEqual(['capability_id']);
  });
});

describe('the answer about a release', () => {
  const bare = { abilityId: null, installedId: 77, releaseId: null, version: null, isCommitted: null };

  test.each([
    [{ id: 77 }, bare],
    [
      { id: '77', release_id: '12', version: 'v3', is_committed: true },
      { releaseId: 12, version: 'v3', isCommitted: true },
    ],
    [
      { id: 77, release_id: 12, version: 3, releases: [{ id: 9 }] },
      { releaseId: 12, version: 3 },
    ],
    [{ id: 77, release_id: null, releases: [{ id: 9, zip_file: null }] }, { releaseId: 9 }],
    [{ id: 77, releases: [{ id: 9 }, { id: 10 }] }, { releaseId: null }],
    [{ id: 77, version: null, is_committed: null, releases: null }, bare],
    [{ id: 77, capability_id: 5 }, { abilityId: 5 }],
    [{ id: 77, ability_id: '6' }, { abilityId: 6 }],
  ])('%j', (body, answer) => {
    expect(ReleaseAnswer.parse(body)).toEqual({ ...bare, ...answer });
  });

  test.each([[{ release_id: 12 }], [{ id: 77, release_id: 'latest' }], [{ id: 77, version: {} }], [[]], [null]])(
    'is not read from %j',
    (body) => {
      expect(ReleaseAnswer.safeParse(body).success).toBe(false);
    },
  );
});

describe('an ID', () => {
  test.each([-1, 1.5, '', '-1', '1e3', ' 7', 2 ** 53, null, [7]])('is not read from %j', (value) => {
    expect(AbilityId.safeParse(value).success).toBe(false);
  });

  test('of one kind is refused by the compiler where another belongs', () => {
    const getName = (id: AbilityId) => `Ability ${id}`;
    // @ts-expect-error an installed Ability's ID is not an Ability ID
    getName(InstalledAbilityId.parse(7));
    // @ts-expect-error neither is a release's
    getName(ReleaseId.parse(7));
    // @ts-expect-error a bare number does not say which of the two it is
    getName(7);
    expect(getName(AbilityId.parse(7))).toBe('Ability 7');
  });
});

describe('a list of releases', () => {
  const unknown = { version: null, isCommitted: null, commitMessage: null, isEnabled: null, createdAt: null };

  test('needs an ID of each only, bare or wrapped', () => {
    expect(ReleaseList.parse([{ id: 12 }, { release_id: '11', version: null, commit_message: '' }])).toEqual([
      { id: ReleaseId.parse(12), ...unknown },
      { id: ReleaseId.parse(11), ...unknown },
    ]);
    expect(ReleaseList.parse({ releases: [] })).toEqual([]);
  });

  test('says which one runs, under any of the names seen', () => {
    const rows = [
      { id: 1, is_user_enabled: true },
      { id: 2, is_enabled: false },
      { id: 3, enabled: true },
    ];
    expect(ReleaseList.parse(rows).map(({ isEnabled }) => isEnabled)).toEqual([true, false, true]);
  });

  test('is read in full, and a row without an ID is left out', () => {
    const row = { id: 3, version: 'v3', is_committed: true, commit_message: 'Fix', created_at: '2025-01-01T00:00:00Z' };
    const releases = ReleaseList.parse([row, { version: 'v2' }]);
    expect(releases).toEqual([
      {
        id: ReleaseId.parse(3),
        version: 'v3',
        isCommitted: true,
        commitMessage: 'Fix',
        isEnabled: null,
        createdAt: '2025-01-01T00:00:00Z',
      },
    ]);
    expect(leftOutOf(releases)).toMatchObject([{ index: 1, id: null }]);
  });
});
