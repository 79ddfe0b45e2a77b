import type { View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { runSql } from '../store/run-sql.ts';
import { showGroupFields } from './group-fields.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

type Options = Omit<Parameters<typeof startHouse>[0], 'mode'>;
type Name = 'ana' | 'ben' | 'gus';

const OPS = { id: 'S0OPS', handle: 'ops-team', name: 'Operations', userIds: ['U0LOCALGUS'] };

async function start(options: Options = {}) {
  house = await startHouse({ mode: 'http', ...options });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana) };
}

/** What a person gets for a command. */
const told = (who: Name, line: string, channel?: { id: string }) =>
  hear(
    house,
    () => house.slack.as(house.slack.people[who]).command(line, channel ? { channel } : {}),
    ({ ephemeralFor }) => ephemeralFor === house.slack.people[who].id,
  ).then(({ text }) => text);

async function openSettings(who: Name = 'ana'): Promise<View> {
  const { slack } = house;
  const { id } = slack.people[who];
  await slack.as(slack.people[who]).command('settings');
  return slack.nextView(({ callbackId, open, userId }) => open && callbackId === 'settings' && userId === id);
}

const save = async (values: Record<string, string | string[]>) => {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const opened = await openSettings();
  const form = 'operator_groups' in values ? await showGroupFields(house.slack, ana, opened) : opened;
  return hear(
    house,
    () => ana.submit(form, values),
    ({ text }) => text.includes('Settings saved by'),
  );
};

describe('roles', () => {
  test('are as safe as they can be and still useful when nothing is set', async () => {
    await start();
    expect(await told('ana', 'whoami')).toContain('Your role is admin, because you are an admin of this workspace');
    expect(await told('ben', 'whoami')).toContain('Your role is editor, because you are a full member');
    expect(await told('gus', 'whoami')).toContain("You don't have access to this account yet, because you are a guest");
    expect(await told('ben', 'delete News')).toMatch(/^Only admins can delete Abilities\. Ask <@U0LOCALANA>\.$/);
    expect(await told('gus', 'list')).toMatch(/^You don't have access to this account yet\. Ask <@U0LOCALANA>\.$/);
  });

  test('are set in the form, for people and groups, and apply immediately', async () => {
    await start({ slack: { userGroups: [OPS] } });
    const { text } = await save({ viewers: ['ben'], operator_groups: ['Operations (@ops-team)'] });
    expect(text).toMatch(/^✓ Settings saved by you.*\n• editors: added group S\w+\n• viewers: added <@U0LOCALBEN>$/m);
    expect(await told('ben', 'disable News')).toContain('You need the editor role to disable Abilities.');
    expect(await told('ben', 'show News')).toContain('News');
    expect(await told('gus', 'disable News')).toContain('News disabled by');
    expect(await told('gus', 'whoami')).toContain('because you are in <!subteam^S0OPS>');
    // Now that there is one, the form shows it by its name.
    const form = await openSettings();
    expect(renderText(form.definition)).toContain('Operations (@ops-team)');
    expect(renderText(form.definition)).not.toContain('Add user groups…');
    expect(await told('ana', 'history')).toMatch(/You changed the settings\n/);
  });

  test('by the environment hold besides, and cannot be taken back in the form', async () => {
    const nobody = { users: [], groups: [] };
    const grants = { viewer: nobody, editor: nobody, admin: { users: ['U0LOCALBEN'], groups: [] } };
    await start({ policy: { grants, memberRole: 'viewer' } });
    expect(renderText((await openSettings()).definition)).toContain('set in the environment');
    await house.slack.as(house.slack.people.ana).closeView(await openSettings(), { all: true });
    await hear(
      house,
      async () => house.slack.as(house.slack.people.ana).submit(await openSettings(), {}),
      ({ text }) => text.startsWith('No changes.'),
    );
    expect(await told('ana', 'history with:attempts')).toMatch(/You tried to change the settings · no change/);
    expect(await told('ben', 'whoami')).toContain('Your role is admin, because you are listed');
    expect(await told('gus', 'list')).toContain('Ask <@U0LOCALBEN>.');
  });

  test('warns those who would lock themselves out, and saves nothing', async () => {
    const { ana, slack } = await start();
    const form = await openSettings();
    const { body } = await ana.submit(form, { viewers: ['ana'] });
    expect(JSON.stringify(body)).toContain('This would remove your admin role.');
    slack.faults.add({ method: 'users.info', fault: { error: 'internal_error' } });
    expect(await told('ana', 'whoami')).toContain('Your role is admin');
  });
});

test('only in the channels that are set, on the Home tab and directly', async () => {
  const { slack } = await start();
  await save({ channels: ['#ops'] });
  expect(await told('ana', 'list', slack.channels.general)).toMatch(
    /^I'm not available in this channel\. .*<#C0LOCALOPS>/,
  );
  expect(await told('ana', 'list', slack.channels.ops)).toContain('page 1 of 2');
  expect(await told('ana', 'whoami', slack.channels.general)).toContain("I'm not available in this channel");
  await slack.as(slack.people.ana).openHome();
  const home = await slack.waitFor(({ views }) => views.find(({ type }) => type === 'home'));
  expect(renderText(home.definition)).toContain('*Abilities*');
});

const [ADMIN, UNKNOWN] = ['Your role is admin', "I couldn't check your role, because I can't read the settings."];
const anaIsListed = { ...EMPTY_SETTINGS.roles, admin: { users: ['U0LOCALANA'], groups: [] } };

test.each([
  ['that it does not need', { quietHours: { from: 22 } }, ADMIN, 'Your role is editor'],
  ['for the role of others', { memberRole: 'auditor' }, ADMIN, UNKNOWN],
  ['for roles', { roles: { ...anaIsListed, denied: anaIsListed.viewer } }, ADMIN, UNKNOWN],
  ['for roles and lists nobody', { roles: { ...EMPTY_SETTINGS.roles, denied: anaIsListed.admin } }, UNKNOWN, UNKNOWN],
  ['for channels', { channels: [{ id: 'C1' }] }, UNKNOWN, UNKNOWN],
])(
  'an older version beside one that has a field %s gives no role that it cannot be sure of',
  async (_, field, ...roles) => {
    await start();
    await (await house.openStore()).of(house.slack.teamId).settings.save(EMPTY_SETTINGS, 'U0LOCALANA');
    const document = JSON.stringify({ ...EMPTY_SETTINGS, ...field });
    await runSql(house.config.store, `update workspace_settings set document = '${document}' returning team_id`);
    for (const [at, who] of (['ana', 'ben'] as const).entries()) {
      expect(await told(who, 'whoami', house.slack.channels.general)).toContain(roles[at]);
    }
  },
);

test("a user group that was retired takes nobody else's rights away", async () => {
  const nobody = { users: [], groups: [] };
  const editor = { users: [], groups: ['S0GONE'] };
  await start({ policy: { grants: { viewer: nobody, editor, admin: { users: ['U0LOCALGUS'], groups: [] } } } });
  expect(await told('ben', 'whoami')).toContain('Your role is editor');
  house.slack.faults.add({ method: 'usergroups.users.list', fault: { error: 'internal_error' } });
  expect(await told('gus', 'whoami')).toContain('Your role is admin, because you are listed');
  expect(await told('ana', 'whoami')).toContain('Your role is admin');
});

test('a zip that is dropped where the bot may not be used is left alone', async () => {
  const { ana, slack } = await start({ policy: { channels: ['C0LOCALGENERAL'] } });
  const zip = [{ name: 'tides.zip', bytes: Buffer.from('made up') }];
  await ana.drop(slack.channels.ops, zip);
  await ana.drop(slack.channels.general, zip);
  await slack.nextMessage(({ channelId, text }) => channelId === slack.channels.general.id && /tides\.zip/.test(text));
  const inOps = slack.transcript.messages.filter(({ channelId }) => channelId === slack.channels.ops.id);
  expect(inOps.filter(({ userId }) => userId === slack.botUserId)).toEqual([]);
});

test('the previous notice channel is notified that it gets no more notices', async () => {
  const { slack } = await start({ policy: { auditChannel: 'C0LOCALOPS' } });
  await save({ audit_channel: '#general' });
  for (const channel of [slack.channels.ops, slack.channels.general]) {
    await slack.nextMessage(({ channelId, ephemeralFor, text }) => {
      return channelId === channel.id && ephemeralFor === null && text.includes('Settings saved by');
    });
  }
});

const crowd = Array.from({ length: 100 }, (_, index) => `p${String(index).padStart(3, '0')}`);
const people = crowd.map((name) => ({ id: `U0LOCAL${name.toUpperCase()}`, name, kind: 'member' }) as const);

test('all that is changed at once is announced and recorded, approvals first', async () => {
  const { slack } = await start({ slack: { people }, policy: { auditChannel: 'C0LOCALOPS' } });
  await save({
    approvals: ['Deleting enabled Abilities', 'Replacing any Ability'],
    admins: crowd,
    operators: crowd,
  });
  await save({ approvals: [], admins: ['ana'], operators: [] });
  const announced = () =>
    slack.transcript.messages.filter(({ channelId, ephemeralFor }) => channelId === 'C0LOCALOPS' && !ephemeralFor);
  await slack.nextMessage(({ channelId, text }) => channelId === 'C0LOCALOPS' && /editors: removed .*P099/.test(text));
  const texts = announced().map(({ text }) => text);
  const second = texts.slice(texts.findLastIndex((text) => text.includes('• approvals: removed ')));
  expect(second[0]).toMatch(
    /^.*Settings saved by <@U0LOCALANA>.*\n• approvals: removed deleting enabled Abilities, replacing any Ability\n• admins: added/,
  );
  for (const { id } of people) {
    const named = (what: string) =>
      second
        .join('\n')
        .split('\n')
        .filter((line) => line.includes(what) && line.includes(id));
    expect(named('admins: removed')).toHaveLength(1);
    expect(named('editors: removed')).toHaveLength(1);
  }
  const store = await house.openStore();
  const { records } = await store.of(slack.teamId).auditLog.list({ page: 1, perPage: 1 });
  expect(records[0]?.ended?.after).toMatch(
    /^approvals: removed deleting enabled Abilities, replacing any Ability; admins: added U0LOCALANA, removed U0.*P099$/,
  );
});

describe('a form that others overtook', () => {
  const nobody = { users: [], groups: [] };
  const admin = { users: ['U0LOCALANA', 'U0LOCALBEN'], groups: [] };
  test('does not undo what they saved, and shows it with the own changes, as often as it takes', async () => {
    const { slack } = await start({ policy: { grants: { viewer: nobody, editor: nobody, admin } } });
    const ben = slack.as(slack.people.ben);
    await save({ viewers: ['gus', 'ben'] });
    const bens = await openSettings('ben');
    await save({ viewers: ['ben'] });
    const { body } = await ben.submit(bens, { channels: ['#ops'] });
    expect(body).toMatchObject({ response_action: 'update' });
    const again = await slack.nextView(
      ({ definition, open, userId }) =>
        open && userId === ben.person.id && renderText(definition).includes('while this form was open'),
    );
    expect(renderText(again.definition)).toContain(
      'changed the settings while this form was open, so nothing was saved. The form now shows the new settings with your changes applied. Review them and save again.\n• viewers: removed @U0LOCALGUS',
    );
    await save({ audit_channel: '#general' });
    expect((await ben.submit(again, {})).body).toMatchObject({ response_action: 'update' });
    const third = await slack.nextView(
      ({ open, definition, userId }) =>
        open && userId === ben.person.id && renderText(definition).includes('announce every change in'),
    );
    expect(renderText(third.definition)).not.toContain('allowed channels: removed');
    const saved = await hear(
      house,
      () => ben.submit(third, {}),
      ({ ephemeralFor, text }) => ephemeralFor === ben.person.id && text.includes('Settings saved by'),
    );
    expect(saved.text).toMatch(/• allowed channels: added <#C0LOCALOPS>$/);
    const { savedBy, settings } = await (await house.openStore()).of(slack.teamId).settings.readSaved();
    expect(savedBy).toBe(ben.person.id);
    expect(settings).toMatchObject({
      channels: ['C0LOCALOPS'],
      auditChannel: 'C0LOCALGENERAL',
      roles: { viewer: { users: ['U0LOCALBEN'] } },
    });
  });

  test('says so if it has no room for both', async () => {
    const { slack } = await start({
      slack: { people },
      policy: { grants: { viewer: nobody, editor: nobody, admin } },
    });
    const ben = slack.as(slack.people.ben);
    const bens = await openSettings('ben');
    await save({ operators: crowd, viewers: crowd });
    await ben.submit(bens, { channels: ['#ops'] });
    const again = await slack.nextView(
      ({ definition, open, userId }) =>
        open && userId === ben.person.id && renderText(definition).includes('Make your changes again.'),
    );
    const saved = await hear(
      house,
      () => ben.submit(again, { 'channels.1': ['#ops'] }),
      ({ ephemeralFor, text }) => ephemeralFor === ben.person.id && text.includes('Settings saved by'),
    );
    expect(saved.text).toMatch(/\n• allowed channels: added <#C0LOCALOPS>$/);
  });
});

describe('what one person sees', () => {
  test('omits buttons that they may not press; a shared message keeps them and refuses', async () => {
    const { slack, ana } = await start();
    const ben = slack.as(slack.people.ben);
    const seenBy = async (who: Name) => {
      const { blocks } = await hear(
        house,
        () => slack.as(slack.people[who]).command('show News'),
        ({ ephemeralFor, text }) => ephemeralFor === slack.people[who].id && text.includes('News'),
      );
      return JSON.stringify(blocks);
    };
    expect(await seenBy('ana')).toContain('"Delete');
    expect(await seenBy('ben')).not.toContain('"Delete');
    const card = await hear(
      house,
      () => ana.command('show News'),
      ({ text }) => text.includes('News'),
    );
    const shared = await hear(
      house,
      () => ana.click(card, { text: 'Show in channel' }),
      ({ text }) => text.includes('Shown by'),
    );
    const refused = await hear(
      house,
      () => ben.click(shared, { text: 'Delete…' }),
      ({ ephemeralFor }) => ephemeralFor === slack.people.ben.id,
    );
    expect(refused.text).toContain('Only admins can delete Abilities.');
    expect((await installedRow(house, 'News')).name).toBe('News');
  });

  test('on the Home tab is what they may do, and for a guest who can let them in', async () => {
    const { slack } = await start();
    const homeOf = async (who: Name) => {
      await slack.as(slack.people[who]).openHome();
      const { id } = slack.people[who];
      const { definition } = await slack.waitFor(({ views }) =>
        views.find((v) => v.type === 'home' && v.userId === id),
      );
      return JSON.stringify(definition);
    };
    expect(await homeOf('ana')).toContain('"Settings…"');
    expect(await homeOf('ben')).not.toContain('"Settings…"');
    expect(await homeOf('ben')).toContain('"Enable"');
    const closed = await homeOf('gus');
    expect(closed).toContain("You don't have access");
    expect(closed).not.toContain('News');
  });
});

test('when Slack does not say who somebody is the answer is no, and a known one is kept a minute', async () => {
  const { slack } = await start();
  slack.faults.add({ method: 'users.info', fault: { error: 'internal_error' } });
  expect(await told('ben', 'list')).toMatch(
    /^I couldn't check your role, because Slack isn't responding\. .*\(ref \w{6}\)$/,
  );
  slack.faults.clear();
  slack.faults.add({ method: 'users.info', fault: { error: 'missing_scope' } });
  expect(await told('ben', 'list')).toContain('Ask the person who runs the app to reinstall it.');
  slack.faults.clear();
  expect(await told('ben', 'list')).toContain('page 1 of 2');
  slack.faults.add({ method: 'users.info', fault: { error: 'internal_error' } });
  expect(await told('ben', 'agents')).toContain('3 Agents');
  const lookups = slack.wire.filter(({ name }) => name === 'users.info');
  expect(lookups.length).toBeGreaterThan(0);
});
