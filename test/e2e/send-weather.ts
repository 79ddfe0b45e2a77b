import type { Message } from '@abilities-bot/local-slack';
import type { House } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

const weather = (says: string) =>
  zipOf({
    'weather/main.py': `def run(u):\n    return "${says}"\n`,
    'weather/__init__.py': '',
    'weather/README.md': 'New.\n',
  });

/** Ana drops a Weather, and takes this choice. Resolves to the message of the upload, once it has these words. */
export async function sendWeather(
  house: House,
  says: string,
  choice: 'Update code…' | 'Replace…',
  end: string,
): Promise<Message> {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const offer = await startUpload(house, await weather(says), { values: { Name: 'Weather' } });
  await ana.click(await saying(house, offer, 'Weather already exists'), { text: choice });
  const id = choice === 'Replace…' ? 'replace' : 'update';
  const form = await slack.nextView(({ callbackId }) => callbackId === id);
  await ana.submit(form, choice === 'Replace…' ? { typed_name: 'Weather' } : {});
  return saying(house, offer, end);
}
