import type { Person, Transcript } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import type { House } from './start-house.ts';

/** What one person was told or shown since a revision of the transcript, a text for each message and modal as it stands now. */
export function shownTo(person: Person, { messages, views }: Transcript, after: number): string[] {
  const told = messages.filter(({ ephemeralFor, revision }) => ephemeralFor === person.id && revision > after);
  const opened = views.filter(
    ({ open, revision, type, userId }) => type === 'modal' && open && userId === person.id && revision > after,
  );
  return [
    ...told.map((message) => `${message.text}\n${renderText(message)}`),
    ...opened.map((view) => renderText({ ...view, ...view.definition })),
  ];
}

/** Waits until somebody is shown what fits, unless what `act` answers says it, and closes the modal in which it is. */
export async function sees(
  { slack }: Pick<House, 'slack'>,
  person: Person,
  shows: RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  const after = slack.transcript.revision;
  const answered = await act();
  if (typeof answered === 'string' && shows.test(answered)) return;
  const signal = AbortSignal.timeout(10_000);
  try {
    await slack.waitFor((transcript) => shownTo(person, transcript, after).some((text) => shows.test(text)), {
      signal,
    });
  } catch {
    const shown = shownTo(person, slack.transcript, after).join('\n---\n');
    throw new Error(`${person.name} was not shown ${shows}, but:\n${shown}`);
  }
  const driver = slack.as(person);
  const modal = driver.modal();
  if (modal) await driver.closeView(modal, { all: true });
}

export interface Told {
  ref: string;
  text: string;
}

/** Does several things at once and waits until the person was told as many times why not: each with a number of its own. */
export async function isToldEachTime(
  { slack }: House,
  person: Person,
  acts: readonly (() => Promise<unknown>)[],
): Promise<Told[]> {
  const after = slack.transcript.revision;
  await Promise.all(acts.map((act) => act()));
  const signal = AbortSignal.timeout(20_000);
  return slack.waitFor(
    ({ messages }) => {
      const told = messages
        .filter(({ ephemeralFor, revision }) => ephemeralFor === person.id && revision > after)
        .map(({ text }) => readRefusal(text));
      return told.length >= acts.length ? told : null;
    },
    { signal },
  );
}

/** A refusal without its marks, and the number at its end. */
export function readRefusal(text: string): Told {
  const ref = /\(ref ([0-9a-f]{6})\)/.exec(text)?.[1] ?? 'none';
  return { ref, text: text.replaceAll('`', '') };
}
