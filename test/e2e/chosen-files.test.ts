import { postPayload } from '@abilities-bot/local-slack';
import { afterEach, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { WORDS } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

test('a form made by hand cannot name what Slack’s own selects would not offer', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const [ana, ben] = [slack.as(slack.people.ana), slack.as(slack.people.ben)];
  const url = `http://127.0.0.1:${house.bot.port}/slack/events`;
  const openForm = async (who: typeof ana) => {
    await who.command('upload');
    return slack.nextView(
      ({ callbackId, open, userId }) => callbackId === 'upload' && open && userId === who.person.id,
    );
  };
  const zip = { name: 'tides.zip', bytes: await goodZip() };
  const lastForm = () =>
    JSON.stringify(slack.transcript.deliveries.findLast(({ payload }) => payload.type === 'view_submission')?.payload);
  const fileIds = () => slack.transcript.messages.flatMap(({ files = [] }) => files.map(({ id }) => id));

  // Ben's file is in nobody's channel; Ana's own upload shows the form that she changes.
  await ben.submit(await openForm(ben), { ...WORDS, name: 'Tides', zip });
  await slack.nextMessage(({ text }) => text.startsWith('Upload Tides?'));
  const [, bensFile = ''] = /"files":\[\{"id":"(F\w+)"/.exec(lastForm()) ?? [];
  await ana.submit(await openForm(ana), { ...WORDS, name: 'Waves', trigger_words: 'how high are the waves', zip });
  await slack.nextMessage(({ text }) => text.startsWith('Upload Waves?'));
  const anas = lastForm();
  const [, anasFile = ''] = /"files":\[\{"id":"(F\w+)"/.exec(anas) ?? [];
  const [, viewId = ''] = /"view":\{"id":"(V\w+)"/.exec(anas) ?? [];
  expect([bensFile, anasFile, viewId]).not.toContain('');
  const send = (fileId: string, view: string) =>
    postPayload(url, 'interaction', JSON.parse(anas.replaceAll(anasFile, fileId).replaceAll(viewId, view)), undefined);
  const refused = await hear(
    house,
    () => send(bensFile, 'V0MADEUP1'),
    ({ text }) => text.includes('was not uploaded'),
  );
  expect(refused.text).toContain(
    "a file you chose belongs to someone else and isn't in a public channel. Choose one of yours.",
  );

  // Everybody sees what is in a public channel.
  await ben.drop(slack.channels.ops, [zip]);
  await slack.nextMessage(({ text }) => text.includes('as an Ability?'));
  await hear(
    house,
    () => send(String(fileIds().at(-1)), 'V0MADEUP2'),
    ({ text }) => text.startsWith('Upload Waves?'),
  );
});
