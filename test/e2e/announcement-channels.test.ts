import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

test('a channel in which the bot cannot post is refused in the form, and named by the doctor and to the admins', async () => {
  const nobody = { users: [], groups: [] };
  const admin = { users: ['U0LOCALBEN'], groups: [] };
  const grants = { viewer: nobody, editor: nobody, admin };
  house = await startHouse({ mode: 'http', policy: { auditChannel: 'C0LOCALLOUNGE', grants } });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const { lounge } = slack.channels;
  const doctor = async () =>
    (
      await hear(
        house,
        () => ana.command('doctor all'),
        ({ text }) => /checks? passed\.|problems? found\./.test(text),
      )
    ).text;
  const toAdmins = () =>
    slack.transcript.messages.flatMap(({ channelId, text }) =>
      channelId.startsWith('D') && text.includes("I couldn't post an announcement") ? [text] : [],
    );
  const untold = () => house.logLines.filter((line) => line.includes('change not announced')).length;
  /** Resolves once its announcement has failed, and the admins were told of that. */
  const changeInVain = async (line: string) => {
    const before = untold();
    await ana.command(line);
    await until(() => untold() > before);
  };

  await ana.command('settings');
  const form = await slack.nextView(({ callbackId, open }) => open && callbackId === 'settings');
  const { body } = await ana.submit(form, { watch_channel: '#lounge' });
  expect(body).toEqual({
    response_action: 'errors',
    errors: { watch_channel: "I'm not in this channel. Invite me with /invite @abilities, then save again." },
  });
  expect((await ana.submit(form, { watch_channel: '#ops' })).body).not.toMatchObject({ response_action: 'errors' });
  expect(await doctor()).toContain("Announcements: The bot can't post in C0LOCALLOUNGE (the bot isn't in it).");

  await changeInVain('disable News');
  await changeInVain('enable News');
  const [head, settings] = [":warning: I couldn't post an announcement in <#C0LOCALLOUNGE>.", '`@abilities settings`.'];
  const notIn = `${head} I'm not in that channel. Invite me with \`/invite @abilities\`, or choose another channel in ${settings}`;
  // Ana has saved the settings, Ben is listed.
  expect(toAdmins()).toEqual([notIn, notIn]);

  await ana.invite(lounge);
  await hear(
    house,
    () => ana.command('disable News'),
    ({ channelId, text }) => channelId === lounge.id && text.includes('News disabled by'),
  );
  expect(await doctor()).toContain('Announcements: The bot can post in C0LOCALLOUNGE and C0LOCALOPS.');
  slack.faults.add({ method: 'chat.postMessage', fault: { error: 'is_archived' } });
  await changeInVain('enable News');
  slack.faults.add({ method: 'chat.postMessage', fault: { error: 'not_in_channel' } });
  await changeInVain('disable News');
  const archived = `${head} The channel is archived. Choose another one in ${settings}`;
  expect(toAdmins()).toEqual([notIn, notIn, archived, archived, notIn, notIn]);
});
