import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, inspectPackage, readPackageFiles } from '@abilities-bot/ability-zip';
import { Ability, AbilityId, Agent, InstalledAbility } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { zoneOf } from '../../src/base/calendar.ts';
import type { AccountExport, ExportedLists } from '../../src/core/features/export.ts';
import { writeExport } from '../../src/export/export.ts';
import type { AuditRecord } from '../../src/store/audit-record.ts';
import { makeFolder } from '../make-folder.ts';

const agent = (id: number, name: string, more: object = {}) => Agent.parse({ id, name, ...more });
const ability = (id: number, name: string, more: object = {}) =>
  Ability.parse({ id, name, trigger_words: ['high tide', 'low, tide'], ...more });
const installed = (id: number, name: string) =>
  InstalledAbility.parse({
    id,
    name,
    enabled: true,
    trigger_words: ['=cmd'],
    last_updated: '2026-02-03T04:05:06+01:00',
    image_file: 'https://images.test/radio.png?signature=made-up',
    default: true,
    shortcut: '=r',
  });

const ENDED: NonNullable<AuditRecord['ended']> = {
  outcome: 'done',
  why: null,
  before: 'enabled',
  after: 'disabled',
  changeId: 'fedcba9876543210',
  status: 200,
  targets: [{ kind: 'installed', id: '90001', name: 'Radio' }],
  found: null,
  ms: 41.7,
  at: new Date('2026-02-28T09:00:01Z'),
};

const DISABLED: AuditRecord = {
  id: '0123456789abcdef',
  ref: '0a1b2c',
  userId: 'U0ANA',
  channelId: 'C0OPS',
  verb: 'disable',
  line: '=disable',
  targets: [{ kind: 'ability', id: null, name: 'Radio' }],
  at: new Date('2026-02-28T09:00:00Z'),
  ended: ENDED,
};

const LISTS: ExportedLists = {
  agents: [
    {
      agent: agent(302, 'Nova', { image: 'https://images.test/nova.png?signature=made-up' }),
      abilityIds: null,
      abilityNames: null,
      known: 'no',
    },
    {
      agent: agent(301, 'Echo'),
      abilityIds: [7, 8].map((id) => AbilityId.parse(id)),
      abilityNames: ['Radio', 'Tides'],
      known: 'from-service',
    },
  ],
  abilities: [
    ability(8, 'Tides', { description: '=HYPERLINK("x")', last_updated: 'last week' }),
    ability(7, 'Radio'),
    ability(6, 'Tides'),
  ],
  installed: [installed(90_001, 'Radio')],
  counts: { onAccount: 3, installed: 1, enabled: 1, orphans: 0 },
  unread: 0,
};

const ACCOUNT: AccountExport = {
  lists: LISTS,
  history: [DISABLED],
  filter: null,
  readAt: new Date('2026-03-01T10:00:00.123Z'),
};

/** Berlin's offset is one hour in February, two in July. */
const NAMES = { people: new Map([['U0ANA', 'ana']]), zone: zoneOf({ timeZone: 'Europe/Berlin' }) };

async function write(account: AccountExport) {
  const path = join(await makeFolder(), 'export.zip');
  await writeExport(account, NAMES, path);
  const files = new Map<string, string>();
  await readPackageFiles(
    path,
    DEFAULT_LIMITS,
    (name, piece) => void files.set(name, `${files.get(name) ?? ''}${piece.toString()}`),
  );
  return { path, files, bytes: await readFile(path) };
}

const FOLDER = 'abilities-2026-03-01T10-00-00Z';

test('holds each list as JSON and as CSV, sorted, with ISO dates', async () => {
  const { files, path } = await write(ACCOUNT);
  expect([...files.keys()].sort()).toEqual(
    ['abilities', 'agents', 'history', 'installed'].flatMap((name) => [
      `${FOLDER}/${name}.csv`,
      `${FOLDER}/${name}.json`,
    ]),
  );
  const read = (name: string): unknown => JSON.parse(files.get(`${FOLDER}/${name}.json`) ?? '');
  expect(read('agents')).toEqual([
    { id: 301, name: 'Echo', abilityIds: [7, 8], abilityNames: ['Radio', 'Tides'], known: 'from-service', image: null },
    { id: 302, name: 'Nova', abilityIds: null, abilityNames: null, known: 'no', image: 'https://images.test/nova.png' },
  ]);
  expect(read('abilities')).toMatchObject([
    { id: 7 },
    { id: 6 },
    { id: 8, lastUpdated: 'last week', description: '=HYPERLINK("x")' },
  ]);
  expect(read('installed')).toMatchObject([{ id: 90_001, enabled: true, lastUpdated: '2026-02-03T03:05:06.000Z' }]);
  expect(files.get(`${FOLDER}/installed.csv`)).toBe(
    '\ufeffid,name,abilityId,category,enabled,triggerWords,isSystem,isForAgents,isDefault,shortcut,lastUpdated,image\r\n' +
      "90001,Radio,,,true,'=cmd,,,true,'=r,2026-02-03T03:05:06.000Z,https://images.test/radio.png\r\n",
  );
  expect(files.get(`${FOLDER}/abilities.csv`)).toContain('Tides,,"\'=HYPERLINK(""x"")","high tide\nlow, tide"');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await inspectPackage(path, DEFAULT_LIMITS);
});

test('holds who did what, before and after, and one that never ended', async () => {
  const { files } = await write({ ...ACCOUNT, history: [DISABLED, { ...DISABLED, verb: 'enable', ended: null }] });
  const rows: unknown = JSON.parse(files.get(`${FOLDER}/history.json`) ?? '');
  expect(rows).toEqual([
    {
      at: '2026-02-28T09:00:00.000Z',
      localTime: '2026-02-28T10:00:00+01:00',
      endedAt: '2026-02-28T09:00:01.000Z',
      user: 'ana',
      userId: 'U0ANA',
      requestedBy: null,
      requestedById: null,
      channel: null,
      channelId: 'C0OPS',
      verb: 'disable',
      line: '=disable',
      targetIds: ['installed:90001'],
      targetNames: ['Radio'],
      outcome: 'done',
      why: null,
      before: 'enabled',
      after: 'disabled',
      found: null,
      status: 200,
      ms: 42,
      changeId: 'fedcba9876543210',
      ref: '0a1b2c',
      id: '0123456789abcdef',
      times: 1,
      lastTimeAt: null,
      sameEachTime: null,
      planId: null,
    },
    expect.objectContaining({ verb: 'enable', endedAt: null, outcome: 'no end', targetNames: ['Radio'], ms: null }),
  ]);
  const repeats = { count: 149, lastAt: new Date('2026-02-28T09:30:00Z'), same: true };
  const counted = await write({ ...ACCOUNT, history: [{ ...DISABLED, repeats }] });
  expect(JSON.parse(counted.files.get(`${FOLDER}/history.json`) ?? '')).toMatchObject([
    { times: 150, lastTimeAt: '2026-02-28T09:30:00.000Z', sameEachTime: true },
  ]);
  const [begun, ended] = ['1111111111111111', '2222222222222222'];
  const made = { ...DISABLED, ended: DISABLED.ended && { ...DISABLED.ended, plan: ended } };
  const planned = await write({ ...ACCOUNT, history: [made, { ...DISABLED, plan: begun, ended: null }] });
  expect(JSON.parse(planned.files.get(`${FOLDER}/history.json`) ?? '')).toMatchObject([
    { planId: ended },
    { planId: begun },
  ]);
  expect(files.get(`${FOLDER}/history.csv`)).toContain("disable,'=disable,installed:90001,Radio,done,");
});

test('names each channel as it was called last, and each target once; offsets follow daylight saving', async () => {
  const named = { ...DISABLED, channelName: 'ops' };
  const twice = [
    { kind: 'installed', id: '90001', name: 'Radio' },
    { kind: 'ability', id: null, name: 'Radio' },
    { kind: 'installed', id: '90001', name: 'Radio' },
    { kind: 'installed', id: '90002', name: 'Radio' },
  ] as const;
  const july = { ...DISABLED, at: new Date('2026-07-01T22:30:00Z'), targets: [...twice], ended: null };
  const approved = { ...DISABLED, userId: 'U0BEN', ended: { ...ENDED, request: { askedBy: 'U0ANA', verb: 'delete' } } };
  const renamed = { ...DISABLED, channelName: 'ops-new', userId: 'U0NOBODY' };
  const { files } = await write({ ...ACCOUNT, lists: null, history: [named, july, renamed, approved] });
  expect([...files.keys()].sort()).toEqual(
    ['csv', 'json'].map((kind) => `audit-log-2026-03-01T10-00-00Z/history.${kind}`),
  );
  expect(JSON.parse(files.get('audit-log-2026-03-01T10-00-00Z/history.json') ?? '')).toMatchObject([
    { channel: 'ops-new', user: 'ana' },
    {
      channel: 'ops-new',
      localTime: '2026-07-02T00:30:00+02:00',
      targetIds: ['installed:90001', 'installed:90002'],
      targetNames: ['Radio', 'Radio'],
    },
    { channel: 'ops-new', user: null, userId: 'U0NOBODY' },
    { userId: 'U0BEN', requestedBy: 'ana', requestedById: 'U0ANA' },
  ]);
});

test("the same account at the same moment produces the same bytes, in any order of the service's lists", async () => {
  const turned = {
    ...ACCOUNT,
    lists: { ...LISTS, agents: LISTS.agents.toReversed(), abilities: LISTS.abilities.toReversed() },
  };
  expect((await write(turned)).bytes).toEqual((await write(ACCOUNT)).bytes);
});

test('an account without anything is written as empty lists', async () => {
  const { files } = await write({ ...ACCOUNT, lists: { ...LISTS, agents: [], abilities: [], installed: [] } });
  expect(JSON.parse(files.get(`${FOLDER}/agents.json`) ?? '')).toEqual([]);
  expect(files.get(`${FOLDER}/agents.csv`)).toBe('\ufeffid,name,abilityIds,abilityNames,known,image\r\n');
});

test('holds no part of a link in which a signature could stand', async () => {
  const { files } = await write(ACCOUNT);
  expect([...files.values()].filter((text) => text.includes('made-up'))).toEqual([]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1'])(
  'a program for tables does not run %j',
  async (name) => {
    const { files } = await write({
      ...ACCOUNT,
      lists: { ...LISTS, agents: [], abilities: [ability(6, name)], installed: [] },
    });
    const [, row = ''] = (files.get(`${FOLDER}/abilities.csv`) ?? '').split('\r\n');
    expect(row).toMatch(/^6,"?'/);
  },
);
