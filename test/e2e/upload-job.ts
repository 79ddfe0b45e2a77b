import type { Message, Person, View } from '@abilities-bot/local-slack';
import type { House } from './start-house.ts';

export const WORDS = { Description: 'Tells the tides.', trigger_words: 'when is high tide\nhow is the tide' };

/** Ana drops a zip into #ops. Resolves to the offer in the thread of the share. */
export async function dropZip({ slack }: Pick<House, 'slack'>, bytes: Buffer, name = 'tides.zip'): Promise<Message> {
  const { messageTs } = await slack.as(slack.people.ana).drop(slack.channels.ops, [{ name, bytes }]);
  return slack.nextMessage(({ text, threadTs }) => threadTs === messageTs && text.includes('as an Ability?'));
}

/** Presses the button of an offer, or "Try again…". Resolves to the form once it shows the contents. */
export async function openForm(
  { slack }: Pick<House, 'slack'>,
  offer: Message,
  { by = slack.people.ana, label = 'Upload…' }: { by?: Person; label?: string } = {},
): Promise<View> {
  const after = slack.transcript.revision;
  await slack.as(by).click(offer, { text: label });
  return slack.nextView(({ callbackId, userId }) => callbackId === 'upload' && userId === by.id, { after });
}

/** Drops a zip, fills in the form and submits it. @returns the progress message. */
export async function startUpload(
  house: Pick<House, 'slack'>,
  bytes: Buffer,
  { name, values = {} }: { name?: string; values?: Record<string, string> } = {},
): Promise<Message> {
  const offer = await dropZip(house, bytes, name);
  const form = await openForm(house, offer);
  await house.slack.as(house.slack.people.ana).submit(form, { ...WORDS, ...values });
  return offer;
}

/** Shorter than a test timeout: the actual text explains more than a timeout does. */
const PATIENCE_MS = 50_000;

/** The same message once it has this text. @throws with its actual text. */
export async function saying(
  { slack }: Pick<House, 'slack'>,
  place: Pick<Message, 'ts'>,
  words: string,
): Promise<Message> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await slack.nextMessage(({ text, ts }) => ts === place.ts && text.includes(words), { signal });
  } catch (error) {
    const said = slack.transcript.messages.find(({ ts }) => ts === place.ts)?.text;
    throw new Error(`It never said “${words}”, but: ${said}`, { cause: error });
  }
}
