import { setTimeout as wait } from 'node:timers/promises';
import type { Message, PersonDriver, View } from '@abilities-bot/local-slack';
import { zipOf } from '../e2e/zips.ts';
import type { ProofHouse } from './proof-house.ts';

/** How long a person waits before trying again: the bot may have been killed while handling the request. */
const PATIENCE_MS = 4000;
const AGAIN_MS = 300;
/** Longer than leases, waits and restarts together. */
const LONGEST_MS = 300_000;

export interface Driven {
  name: string;
  /** Number of the last accepted upload of this name: 1 for the first, more for replacements. */
  rounds: number;
  /** Their progress messages. */
  places: Message[];
}

/** Uploads zips as a person would, repeatedly, until `stop`. Anything that is not answered is tried again. */
export async function driveUploads(
  { slack }: Pick<ProofHouse, 'slack'>,
  driver: PersonDriver,
  prefix: string,
  stop: AbortSignal,
): Promise<Driven[]> {
  const done: Driven[] = [];
  const person = driver.person;
  const channel = slack.channels.ops;

  /** Must arrive eventually, however often a process is killed. */
  const inTheEnd = async (place: Message | undefined, words: string): Promise<Message> => {
    // Until the kills and faults stop, an upload may wait for the next try again and again.
    for (let isLast = stop.aborted; ; isLast = stop.aborted) {
      const signal = AbortSignal.timeout(LONGEST_MS);
      const said = await slack
        .nextMessage(({ text, ts }) => ts === place?.ts && text.includes(words), { signal })
        .catch(() => null);
      if (said) return said;
      const says = place && slack.transcript.findMessage(place)?.text;
      if (isLast) throw new Error(`A message should say “${words}” in the end, and says: ${says}`);
    }
  };
  /** Null if it takes longer than a person waits. */
  const within = async <T>(hear: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return hear(signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
  };
  const closeForms = async () => {
    for (let view = driver.modal(); view; view = driver.modal()) await driver.closeView(view);
  };
  const untilAnswered = async <T>(act: () => Promise<T | null>): Promise<T> => {
    const deadline = Date.now() + LONGEST_MS;
    while (Date.now() < deadline) {
      const answer = await act();
      if (answer !== null) return answer;
    }
    throw new Error(`Nothing that ${person.name} does is answered.`);
  };
  const openForm = (message: Message, label: string, callbackId: string): Promise<View> =>
    untilAnswered(async () => {
      await closeForms();
      const after = slack.transcript.revision;
      // As it was drawn: a killed bot may have left another label, with the same value.
      await driver.click(message, { text: label });
      return within((signal) =>
        slack.nextView((view) => view.callbackId === callbackId && view.userId === person.id, { after, signal }),
      );
    });
  const submit = (form: View, values: Record<string, string>): Promise<true> =>
    untilAnswered(async () => {
      const { acked, body } = await driver.submit(form, values);
      if (acked && !JSON.stringify(body).includes('"errors"')) return true;
      // Slack immediately reports that nobody answers, or the form says why not; a person presses again a moment later.
      await wait(AGAIN_MS);
      return null;
    });

  async function upload(name: string, round: number): Promise<Message> {
    const bytes = await zipOf({ 'job/main.py': `# ${name}, ${round}\n`, 'job/__init__.py': '' });
    const offer = await untilAnswered(async () => {
      const { messageTs } = await driver.drop(channel, [{ name: `${name}.zip`, bytes }]);
      return within((signal) => slack.nextMessage(({ threadTs }) => threadTs === messageTs, { signal }));
    });
    const form = await openForm(offer, 'Upload…', 'upload');
    await submit(form, { Name: name, Description: `Round ${round}.`, trigger_words: 'do the job' });
    return offer;
  }

  async function replace(name: string, round: number): Promise<Message> {
    const place = await upload(name, round);
    // May take a while: the worker may have been killed, and its lease has to expire first.
    const question = await inTheEnd(place, 'already exists');
    const form = await openForm(question, 'Replace…', 'replace');
    await submit(form, { typed_name: name });
    return place;
  }

  for (let number = 1; !stop.aborted; number += 1) {
    const name = `${prefix} ${number}`;
    const driven: Driven = { name, rounds: 1, places: [await upload(name, 1)] };
    done.push(driven);
    if (number % 2 === 0) continue;
    const [first] = driven.places;
    await inTheEnd(first, 'uploaded by');
    // At least one is replaced, however slow the machine is.
    if (stop.aborted && number > 1) break;
    driven.places.push(await replace(name, 2));
    driven.rounds = 2;
  }
  await closeForms();
  return done;
}
