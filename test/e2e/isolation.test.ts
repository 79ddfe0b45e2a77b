import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, readPackageFiles } from '@abilities-bot/ability-zip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERBS } from '../../src/core/verbs.ts';
import { makeFolder } from '../make-folder.ts';
import {
  inside,
  MARK,
  otherOf,
  SIDES,
  type Side,
  saveSettings,
  shownAfter,
  startTwins,
  type Twins,
  textOf,
} from './twin-house.ts';
import { expectNothingCrossed, onlyIn } from './twin-photograph.ts';

let twins: Twins;
beforeAll(async () => {
  twins = await startTwins();
});
afterAll(() => twins.close());

const types = (side: Side, line: string, shows: RegExp) => {
  const { ana, slack } = inside(twins, side);
  return shownAfter(slack, shows, () => ana.command(line, { channel: slack.channels.ops }));
};

/** Types the command, then presses the button that carries it out. */
async function confirms(side: Side, line: string, asks: RegExp, label: string, shows: RegExp): Promise<void> {
  const { ana, slack } = inside(twins, side);
  const question = await types(side, line, asks);
  await shownAfter(slack, shows, () => ana.click(question, { text: label }));
}

async function opens(side: Side, line: string, shows: RegExp): Promise<string> {
  const form = await types(side, line, shows);
  const { ana } = inside(twins, side);
  const modal = ana.modal();
  if (modal) await ana.closeView(modal, { all: true });
  return textOf(form);
}

/** Ana wants to delete an enabled Ability; another admin has to approve. @returns the ID of the approval. */
async function asksToDelete(side: Side, name: string): Promise<string> {
  const { ana, slack } = inside(twins, side);
  const { id } = await abilityOf(side, name);
  const question = await types(side, `delete ${name}`, new RegExp(`\\*${name}\\* {2}Enabled`));
  await shownAfter(slack, / asked .*in /, () => ana.click(question, { text: 'Ask to delete' }));
  const [waiting] = await twins.store.of(slack.teamId).approvalsOf(null).waiting(1);
  expect(waiting?.what).toMatchObject({ kind: 'delete', abilities: [{ id }] });
  return waiting?.id ?? '';
}

async function abilityOf(side: Side, name: string) {
  const found = (await twins.accountOf[side].listAbilities()).find((ability) => ability.name === name);
  if (!found) throw new Error(`${name} is not on the account of ${side}.`);
  return found;
}

async function fileOf(side: Side, line: string, shows: RegExp): Promise<string> {
  const { ana, slack } = inside(twins, side);
  await types(side, line, shows);
  const { files } = await slack.nextMessage((message) => message.files.length > 0 && isFresh(message.ts));
  const got = await ana.download(String(files[0]?.id));
  const path = join(await makeFolder(), 'got.zip');
  await writeFile(path, got?.bytes ?? '');
  const texts: string[] = [];
  await readPackageFiles(path, DEFAULT_LIMITS, (_name, piece) => void texts.push(piece.toString()));
  return texts.join('');
}
const known = new Set<string>();
const isFresh = (ts: string) => !known.has(ts) && Boolean(known.add(ts));

/** Exercises each verb in a workspace and checks that the result is that workspace's own. */
const PLAYS: Record<string, (side: Side) => Promise<void>> = {
  list: async (side) => {
    const shows = side === 'north' ? /News: enabled/ : /News: disabled/;
    expect(textOf(await types(side, 'list', shows))).toMatch(twins.idsOf[side].any);
  },
  search: async (side) => void (await opens(side, 'search', /== Search/)),
  show: async (side) =>
    void (await types(side, 'show Weather', new RegExp(`"delete id:${twins.idsOf[side].weather}\\b`))),
  agents: async (side) => void (await types(side, 'agents', new RegExp(`agent:${twins.idsOf[side].echo}`))),
  export: async (side) => {
    const exported = await fileOf(side, 'export', /Export as of/);
    expect(exported).toContain(MARK[side]);
    expect(exported).not.toContain(MARK[otherOf(side)]);
    const { records } = await twins.store
      .of(inside(twins, otherOf(side)).slack.teamId)
      .auditLog.list({ page: 1, perPage: 500 });
    expect(records.length).toBeGreaterThan(0);
    expect(records.filter(({ id, ref }) => exported.includes(id) || exported.includes(ref))).toEqual([]);
  },
  enable: async (side) => void (await types(side, 'enable Night Watch', /Night Watch\W+enabled by/)),
  disable: async (side) => void (await types(side, 'disable Home Lights', /Home Lights\W+disabled by/)),
  triggers: async (side) =>
    void (await types(side, `triggers Weather add: ${MARK[side]} hail`, /\W?Weather\W?'s trigger words changed by/)),
  assign: async (side) => {
    const { ana, slack } = inside(twins, side);
    await types(side, 'assign Echo', /== Echo's Abilities/);
    const form = await slack.nextView(
      ({ callbackId, open, title }) => open && callbackId === 'assign' && title !== 'Reading',
    );
    await shownAfter(slack, /Echo\W?'s Abilities changed by/, () =>
      ana.submit(form, { Abilities: ['Radio', 'Weather'] }),
    );
  },
  unassign: (side) =>
    confirms(
      side,
      'unassign Nova',
      /Remove all Abilities…/,
      'Remove all Abilities from Nova',
      /All Abilities removed from \W?Nova\W? by/,
    ),
  delete: (side) =>
    confirms(side, 'delete Focus Coach', /\[Delete\]/, 'Delete Focus Coach', /Focus Coach\W+deleted by/),
  undo: async (side) => {
    await types(side, 'disable Café Finder', /Café Finder\W+disabled by/);
    await types(side, 'undo', /Undone/);
  },
  scheduled: async (side) => void (await types(side, 'scheduled', /Nothing is planned/)),
  cancel: async (side) => void (await types(side, 'cancel 0123456789abcdef', /already happened or was canceled/)),
  quiet: async (side) => void (await types(side, 'quiet for 1h', /is quiet until[\s\S]*disabled by/)),
  resume: async (side) => void (await types(side, 'resume', /Quiet ended by/)),
  upload: async (side) => void (await opens(side, 'upload', /Upload an Ability/)),
  new: async (side) => void (await fileOf(side, `new ${MARK[side]} Tides`, /I'm sending you/)),
  check: async (side) => void (await types(side, 'check', /problem/)),
  versions: async (side) => void (await types(side, 'versions Weather', /No versions of/)),
  rollback: async (side) => void (await types(side, 'rollback Weather', /No versions of/)),
  repair: async (side) => void (await types(side, 'repair Weather', /\W?Weather\W?'s trigger words repaired/)),
  status: async (side) => void (await types(side, 'status', /service is up/)),
  say: async (side) => void (await types(side, 'say will it rain', /will it rain/)),
  whoami: async (side) => void (await types(side, 'whoami', /[Yy]our role is/)),
  history: async (side) => {
    const told = textOf(await types(side, 'history with:details', /Audit log/));
    const refs = async (of: Side) =>
      (await twins.store.of(inside(twins, of).slack.teamId).auditLog.list({ page: 1, perPage: 500 })).records.filter(
        ({ ref }) => told.includes(ref),
      );
    expect((await refs(side)).length).toBeGreaterThan(0);
    expect(await refs(otherOf(side))).toEqual([]);
  },
  doctor: async (side) => {
    const told = textOf(await types(side, 'doctor all', /Valid, for “/)).toLowerCase();
    expect(told).toContain(`“${side}”`);
    expect(told).not.toContain(otherOf(side));
  },
  settings: (side) => saveSettings(twins, side, { member_role: side === 'north' ? 'viewer' : 'admin' }),
  connect: async (side) => {
    const form = await opens(side, 'connect', /connected the account .*with the key ending in/);
    expect(form).toContain(twins.accounts[side].key.slice(-4));
    expect(form).not.toContain(twins.accounts[otherOf(side)].key.slice(-4));
  },
  disconnect: async (side) => {
    const question = textOf(await types(side, 'disconnect', /connected the account/));
    expect(question).toContain(twins.accounts[side].key.slice(-4));
  },
  approve: async (side) => {
    await saveSettings(twins, side, { approvals: ['delete-enabled'] });
    const id = await asksToDelete(side, 'Timer');
    const { cleo, slack } = inside(twins, side);
    const list = await shownAfter(slack, new RegExp(`"approve ${id}\\b`), () => cleo.command('approve'));
    await shownAfter(slack, /Timer.*deleted · requested by/, () => cleo.click(list, { text: 'Approve' }));
    await slack.nextMessage(({ threadTs, text }) => Boolean(threadTs) && text.includes('deleted · requested by'));
  },
  decline: async (side) => {
    await saveSettings(twins, side, { approvals: ['delete-enabled'] });
    const id = await asksToDelete(side, 'Weather');
    await types(side, `decline ${id}`, /withdrew/);
    await saveSettings(twins, side, { approvals: [] });
  },
  help: async (side) => void (await types(side, 'help', /abilities list/)),
};

test('every verb of the table is played', () => {
  expect(Object.keys(PLAYS).sort(), 'Add a row to PLAYS').toEqual(VERBS.map(({ name }) => name).sort());
  for (const side of SIDES) {
    const [own, other] = [twins.idsOf[side], twins.idsOf[otherOf(side)]];
    expect(own.any.test(`id:${other.weather} installed:${other.installedWeather} agent:${other.echo}`)).toBe(false);
    expect(inside(twins, side).slack.people).toMatchObject({ ana: { id: 'U0TWINANA' } });
  }
  const [north, south] = SIDES.map((side) => inside(twins, side).slack);
  expect(north?.botUserId).toBe(south?.botUserId);
  expect(north?.channels.ops.id).toBe(south?.channels.ops.id);
});

describe.each(Object.entries(PLAYS).map(([verb, play], index) => [verb, play, index] as const))(
  '%s',
  (_verb, play, index) => {
    const [first, second] = index % 2 === 0 ? SIDES : ([...SIDES].reverse() as [Side, Side]);

    test(`in the one that is asked, in this order: ${first}, ${second}`, async () => {
      await onlyIn(twins, first, () => play(first));
      await onlyIn(twins, second, () => play(second));
    });
  },
);

test('in all that was said and asked, nothing crossed', () => {
  expectNothingCrossed(twins);
});
