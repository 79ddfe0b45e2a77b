import type { LocalSlack, Message, View } from '@abilities-bot/local-slack';
import { packSunrise } from './pack-sunrise.ts';

const PATIENCE_MS = 30_000;

interface Tour {
  slack: LocalSlack;
  /** Called at the start of each step with the person's action. */
  onStep: (title: string) => void;
  /** Called with the next message or view that the person sees. */
  onSeen: (seen: Message | View) => void;
}

/**
 * Runs the main workflow as a person would: list, disable, enable, drop a zip, upload it, delete it; then the
 * permissions of two others, and the audit log.
 * @throws if a step does not show the expected result within 30 seconds, with the actual one.
 */
export async function walkTour({ slack, onStep, onSeen }: Tour): Promise<void> {
  const ana = slack.as(slack.people.ana);
  const { ops } = slack.channels;
  const patience = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

  const message = async (fits: (message: Message) => boolean): Promise<Message> => {
    const seen = await slack.nextMessage(fits, patience());
    onSeen(seen);
    return seen;
  };
  const modal = async (title: string): Promise<View> => {
    // The form, not the placeholder shown while the zip is inspected.
    const seen = await slack.nextView((view) => view.title === title && view.callbackId !== '', patience());
    onSeen(seen);
    return seen;
  };

  onStep('Ana types /abilities in #ops');
  await ana.command('', { channel: ops });
  const list = await message(({ text }) => text.includes('3 not installed'));

  onStep('She disables Weather');
  await ana.click(list, { text: 'Disable Weather' });
  const disabled = await message(({ text }) => /Weather\*? disabled by/.test(text));

  onStep('She enables it again');
  await ana.click(disabled, { text: 'Enable Weather' });
  await message(({ text }) => /Weather\*? enabled by/.test(text));

  onStep('She drops sunrise.zip in #ops');
  const { messageTs } = await ana.drop(ops, [{ name: 'sunrise.zip', bytes: await packSunrise() }], 'A new one');
  const offer = await message(({ text, threadTs }) => threadTs === messageTs && text.includes('sunrise.zip'));

  onStep('She opens the upload form and submits it');
  await ana.click(offer, { text: 'Upload…' });
  const form = await modal('Upload an Ability');
  await ana.submit(form, {
    Description: 'Tells when the sun rises and sets.',
    trigger_words: 'when does the sun rise\nwhen does the sun set',
  });
  await message(({ text, ts }) => ts === offer.ts && text.includes('uploaded by'));

  onStep('She deletes it: she cancels first, then confirms');
  await ana.command('delete Sunrise', { channel: ops });
  const question = await message(({ text }) => text.includes('Sunrise  Not installed'));
  await ana.click(question, { text: 'Cancel' });
  const card = await message(({ text, ts }) => ts === question.ts && text.includes('Last changed by'));
  await ana.click(card, { text: 'Delete Sunrise' });
  await message(({ text }) => text.includes('✓ Sunrise deleted by you'));

  const told = (person: { id: string }, text: string) =>
    message((seen) => seen.ephemeralFor === person.id && seen.text.includes(text));
  const { ben, gus } = slack.people;

  onStep('Ben, a member, tries to delete News');
  await slack.as(ben).command('delete News', { channel: ops });
  await told(ben, 'Only admins can delete');

  onStep('Gus, a guest, checks his role');
  await slack.as(gus).command('whoami', { channel: slack.channels.general });
  await told(gus, 'you are a guest');

  onStep('Ana opens the audit log');
  await ana.command('history', { channel: ops });
  await told(slack.people.ana, 'Audit log');
}
