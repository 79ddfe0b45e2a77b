import type { House } from './start-house.ts';

/** The file that the bot sent to Ana. */
export async function receivedFile({ slack }: Pick<House, 'slack'>): Promise<{ name: string; bytes: Buffer }> {
  const direct = await slack.directMessage(slack.people.ana);
  const { files } = await slack.nextMessage((message) => message.channelId === direct.id && message.files.length > 0);
  const file = await slack.as(slack.people.ana).download(String(files[0]?.id));
  if (!file) throw new Error('Nothing was sent.');
  return file;
}
