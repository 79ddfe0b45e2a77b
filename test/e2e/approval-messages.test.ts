import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { saying } from './upload-job.ts';
import { hear } from './watched-house.ts';

const NOBODY = { users: [], groups: [] };
const ASK = { text: 'Ask to delete Timer' };

let house: House;
afterEach(() => house.close());

/** Ana is a workspace admin, Ben an admin by the settings; a second admin is required. */
async function open() {
  const grants = { viewer: NOBODY, editor: NOBODY, admin: { users: ['U0LOCALBEN'], groups: [] } };
  house = await startHouse({ mode: 'http', policy: { approvals: ['delete-enabled', 'replace-enabled'], grants } });
}

const ana = () => house.slack.as(house.slack.people.ana);
const ben = () => house.slack.as(house.slack.people.ben);
const names = async () => (await otherCaller(house).listAbilities()).map(({ name }) => name);
const sentDeletions = () => house.service.requests.filter(({ path }) => path.includes('delete-capability'));
const at = (place: Pick<Message, 'ts'>, words: string) => saying(house, place, words);
const isToldAna =
  (words: string) =>
  ({ ephemeralFor, text }: Message) =>
    ephemeralFor === house.slack.people.ana.id && text.includes(words);

/** @returns the private answer to Ana, with the button that deletes. */
const askAna = () =>
  hear(
    house,
    () => ana().command('delete Timer'),
    ({ text }) => text.includes('Timer  Enabled'),
  );

describe('what is shown before', () => {
  test('says that another admin has to approve, in the answer to “delete” and in the dialog of the card', async () => {
    await open();
    const question = await askAna();
    expect(question.text).toContain('Another admin has to approve this. Nothing is deleted until then.');
    const card = await hear(
      house,
      () => ana().command('show Timer'),
      ({ text }) => text.includes('Timer  Enabled') && text.includes('Trigger words'),
    );
    const { confirm } = await ana().click(card, ASK, { confirm: false });
    expect(confirm).toMatchObject({ title: { text: 'Ask to delete Timer?' }, confirm: { text: 'Ask to delete' } });
    expect(confirm?.text.text).toContain('Another admin has to approve this.');
  });

  test('of several with one enabled, the form says so, and submitting it asks for approval', async () => {
    await open();
    await ana().command('delete Night Watch, Timer');
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'delete-several');
    expect(renderText(form)).toContain('Another admin has to approve this. Nothing is deleted until then.');
    const asked = await hear(
      house,
      () => ana().submit(form),
      ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('wants to delete 2 Abilities'),
    );
    expect(renderText(asked)).toContain('Night Watch');
    expect(sentDeletions()).toEqual([]);
  });

  test('when it is disabled in the meantime, asking deletes nothing and shows its new state', async () => {
    await open();
    const { slack } = house;
    const question = await askAna();
    await hear(
      house,
      () => ana().command('disable Timer'),
      ({ text }) => text.includes('Timer disabled'),
    );
    const after = slack.transcript.revision;
    await ana().click(question, ASK);
    const again = await slack.nextMessage(({ text }) => text.includes('Timer  Disabled'), { after });
    expect(again.ts).toBe(question.ts);
    expect(again.text).not.toContain('nother admin');
    expect(sentDeletions()).toEqual([]);
    await ana().click(again, { text: 'Delete Timer' });
    await at(again, 'deleted by');
    expect(await names()).not.toContain('Timer');
  });
});

describe('the messages of the requester', () => {
  const expire = () => runSql(house.config.store, 'update approvals set expires_at = 1 returning id');
  const press = (who: typeof ana, text: string, words: string) => async (asked: Message) => {
    await who().click(asked, { text });
    await at(asked, words);
  };

  test.each([
    ['approved', press(ben, 'Approve', 'deleted'), 'was already approved by'],
    ['declined', press(ben, 'Decline', 'declined'), 'was already declined by'],
    ['withdrawn elsewhere', press(ana, 'Decline', 'withdrew'), 'was already withdrawn'],
    ['over', expire, 'expired '],
  ])('stays true once it is %s, and Withdraw says how it ended', async (_what, decide, came) => {
    await open();
    const question = await askAna();
    const asked = await hear(
      house,
      () => ana().click(question, ASK),
      ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('wants to delete Timer'),
    );
    const told = await house.slack.nextMessage(isToldAna('You asked to delete Timer'));
    expect(told.ts).toBe(question.ts);
    expect(told.text).not.toMatch(/nothing is done|is not done|waits/i);
    const list = await hear(house, () => ana().command('approve'), isToldAna('pending approval'));
    await decide(asked);
    for (const message of [told, list]) {
      const after = house.slack.transcript.revision;
      await ana().click(message, { text: 'Withdraw' });
      const now = await house.slack.nextMessage(({ text, ts }) => ts === message.ts && text.includes(came), { after });
      expect(renderText(now)).not.toContain('[Withdraw]');
      expect(now.text).toContain('Your request to delete Timer');
    }
    expect((await names()).includes('Timer')).toBe(came !== 'was already approved by');
  });
});
