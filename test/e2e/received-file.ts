import type { Person } from '@abilities-bot/local-slack';
import type { House } from './start-house.ts';

/** The file that the bot sent to a person; default: Ana. */
export async function receivedFile(
  { slack }: Pick<House, 'slack'>,
  by: Person = slack.people.ana,
): Promise<{ name: string; bytes: Buffer }> {
  const direct = await slack.directMessage(by);
  const { files } = await slack.nextMessage((message) => message.channelId === direct.id && message.files.length > 0);
  const file = await slack.as(by).download(String(files[0]?.id));
  if (!file) throw new Error('Nothing was sent.');
  return file;
}
