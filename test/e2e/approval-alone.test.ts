import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { runSql } from '../store/run-sql.ts';
import { startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { zipOf } from './zips.ts';

const NOBODY = { users: [], groups: [] };
const CLEO = { id: 'U0LOCALCLEO', name: 'cleo', kind: 'owner' } as const;

const WARNING = 'As far as I know, you are the only admin, so nobody can approve your requests.';
const ALONE = "I don't know of any other admin. Add one with `/abilities settings`.";

type Options = Omit<Parameters<typeof startHouse>[0], 'mode'>;

/** Ana is the workspace's only admin, unless the options say otherwise. */
async function open(options: Options = {}) {
  const house = await startHouse({ mode: 'http', ...options });
  onTestFinished(() => house.close());
  const { slack } = house;
  const { ana } = slack.people;
  const isToldAna =
    (words: string) =>
    ({ ephemeralFor, text }: Message) =>
      ephemeralFor === ana.id && text.includes(words);
  /** Ana saves the settings form. */
  const save = async (values: Record<string, string[]>) => {
    await slack.as(ana).command('settings');
    const form = await slack.nextView(({ callbackId, open: isOpen }) => isOpen && callbackId === 'settings');
    return hear(house, () => slack.as(ana).submit(form, values), isToldAna('Settings saved by you'));
  };
  const ask = (line: string) =>
    hear(house, () => slack.as(ana).command(line, { channel: slack.channels.general }), isToldAna('You asked to'));
  return { ana: slack.as(ana), ask, house, isToldAna, save, slack };
}

test('the only admin who requires approvals is warned, and knows what to do about a request', async () => {
  const { ana, ask, house, isToldAna, save, slack } = await open();
  const saved = await save({ approvals: ['Disabling Abilities'] });
  expect(saved.text.split('\n')[1]).toContain(WARNING);
  const asked = await ask('disable Timer');
  expect(asked.text).toContain(`I asked in <#${slack.channels.general.id}>. ${ALONE}`);
  await hear(house, () => ana.command('disable Timer'), isToldAna('You already asked'));
  const form = await hear(house, () => ana.command('approve'), isToldAna('1 pending approval'));
  expect(renderText(form)).not.toContain('[Approve');
  await ana.click(asked, { text: 'Settings…' });
  await slack.nextView(({ callbackId, open: isOpen }) => isOpen && callbackId === 'settings');
});

test('the only admin who asks for an update in its form is warned by the message that follows', async () => {
  const { ana, house, isToldAna, slack } = await open({ policy: { approvals: ['update'] } });
  const zip = await zipOf({ 'weather/main.py': 'def run(u):\n    return "snow"\n', 'weather/__init__.py': '' });
  const offer = await startUpload(house, zip, { values: { Name: 'Weather' } });
  await ana.click(await saying(house, offer, 'Weather already exists'), { text: 'Update code…' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'update');
  await hear(
    house,
    () => ana.submit(form, {}),
    // In a thread, the command is a mention.
    isToldAna("I don't know of any other admin. Add one with `@abilities settings`."),
  );
});

test('settings without approvals bring no warning', async () => {
  const { save, slack } = await open();
  expect((await save({ viewers: [slack.people.ben.name] })).text).not.toContain(WARNING);
});

test.each<[string, Options]>([
  ['an owner of the workspace', { slack: { people: [CLEO] } }],
  [
    'an admin by the environment',
    { policy: { grants: { viewer: NOBODY, editor: NOBODY, admin: { users: ['U0LOCALBEN'], groups: [] } } } },
  ],
  ['every member', { policy: { memberRole: 'admin' } }],
])('%s may approve too, so there is no warning', async (_who, options) => {
  const { ask, save } = await open(options);
  expect((await save({ approvals: ['Disabling Abilities'] })).text).not.toContain(WARNING);
  expect((await ask('disable Timer')).text).not.toContain(ALONE);
});

test('an owner whose role a list lowers may not approve', async () => {
  const grants = { viewer: { users: [CLEO.id], groups: [] }, editor: NOBODY, admin: NOBODY };
  const { save } = await open({ slack: { people: [CLEO] }, policy: { grants } });
  expect((await save({ approvals: ['Disabling Abilities'] })).text).toContain(WARNING);
});

test('nothing is claimed about admins while Slack does not list them', async () => {
  const { ana, ask, house, isToldAna, save, slack } = await open();
  slack.faults.add({ method: 'users.list', times: 20, fault: { error: 'internal_error' } });
  expect((await save({ approvals: ['Disabling Abilities'] })).text).not.toContain(WARNING);
  expect((await ask('disable Timer')).text).not.toContain(ALONE);
  const lists = () => slack.wire.filter(({ name }) => name === 'users.list').length;
  const before = lists();
  await hear(house, () => ana.command('disable Timer'), isToldAna('You already asked'));
  expect(lists()).toBe(before);
});

test('nothing is claimed about a workspace with more people than the bot reads', async () => {
  const people = Array.from({ length: 1000 }, (_, n) => ({
    id: `U0MORE${n}`,
    name: `more${n}`,
    kind: 'member' as const,
  }));
  const { ask, save, slack } = await open({ slack: { people: [...people, CLEO] } });
  expect((await save({ approvals: ['Disabling Abilities'] })).text).not.toContain(WARNING);
  expect((await ask('disable Timer')).text).not.toContain(ALONE);
  expect(slack.wire.filter(({ name }) => name === 'users.list')).toHaveLength(5);
});

test("nothing is claimed while the members' role cannot be read", async () => {
  const { ask, house, slack } = await open({ policy: { approvals: ['disable'] } });
  const ofLaterVersion = JSON.stringify({ ...EMPTY_SETTINGS, memberRole: 'approver' });
  await runSql(
    house.config.store,
    `insert into workspace_settings (team_id, document, saved_at, saved_by)
     values ('${slack.teamId}', '${ofLaterVersion}', 0, '${slack.people.ana.id}') returning team_id`,
  );
  expect((await ask('disable Timer')).text).not.toContain(ALONE);
});
