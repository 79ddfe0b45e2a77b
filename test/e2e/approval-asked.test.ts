import { renderText } from '@abilities-bot/local-slack/block-kit';
import { expect, onTestFinished, test } from 'vitest';
import { SkippingClock } from '../skipping-clock.ts';
import { startHouse } from './start-house.ts';
import { saying } from './upload-job.ts';
import { hear } from './watched-house.ts';

const MINUTE = 60_000;
const NOBODY = { users: [], groups: [] };
const CLEO = { id: 'U0LOCALCLEO', name: 'cleo', kind: 'owner' } as const;

/** Ana asks in her direct message, and no channel is set. `admins`: those in the settings. */
async function askAlone(admins: string[]) {
  const clock = new SkippingClock();
  const house = await startHouse({
    mode: 'http',
    clock,
    slack: { people: [CLEO] },
    uploadTimes: { pollMs: 20 },
    policy: {
      approvals: ['delete-enabled', 'replace-enabled'],
      grants: { viewer: NOBODY, editor: NOBODY, admin: { users: admins, groups: [] } },
    },
  });
  onTestFinished(() => house.close());
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const channel = await slack.directMessage(slack.people.ana);
  const question = await hear(
    house,
    () => ana.command('delete Timer', { channel }),
    ({ text }) => text.includes('Timer  Enabled'),
  );
  await ana.click(question, { text: 'Ask to delete Timer' });
  const told = await slack.nextMessage(({ text }) => text.includes('You asked to delete Timer'));
  const askedOf = (who: { id: string; name: string }) =>
    slack
      .directMessage(who)
      .then(({ id }) =>
        slack.nextMessage(({ channelId, text }) => channelId === id && text.includes('wants to delete Timer')),
      );
  return { askedOf, channel, clock, house, slack, told };
}

test('asked in a direct message, admins in the settings get one, are reminded once, and all copies are closed', async () => {
  const { askedOf, channel, clock, house, slack, told } = await askAlone(['U0LOCALANA', 'U0LOCALBEN', CLEO.id]);
  const { ana, ben } = slack.people;
  expect(told.text).toContain(`I asked <@${ben.id}> and <@${CLEO.id}> in direct messages.`);
  const [forBen, forCleo] = [await askedOf(ben), await askedOf(CLEO)];
  clock.skip(46 * MINUTE);
  for (const { ts } of [forBen, forCleo]) {
    const reminder = await slack.nextMessage(({ threadTs }) => threadTs === ts);
    expect(reminder.text).toContain(
      `Still waiting for <@${ben.id}> or <@${CLEO.id}>: <@${ana.id}>'s request to delete`,
    );
  }
  await slack.as(ben).click(forBen, { text: 'Approve' });
  for (const copy of [forBen, forCleo])
    expect(renderText(await saying(house, copy, 'deleted'))).not.toContain('Approve');
  await slack.nextMessage(({ channelId, text }) => channelId === channel.id && text.includes('deleted · requested by'));
  expect(slack.transcript.messages.filter(({ text }) => text.includes('Still waiting'))).toHaveLength(2);
});

test('where the settings list no other admin, admins of the workspace are asked', async () => {
  const { askedOf, slack, told } = await askAlone([]);
  expect(told.text).toContain(`I asked <@${CLEO.id}> in direct messages.`);
  await slack.as(CLEO).click(await askedOf(CLEO), { text: 'Decline' });
  await slack.nextMessage(({ text }) => text.includes(`<@${CLEO.id}> declined`));
});
