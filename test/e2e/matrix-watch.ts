import type { Person, Transcript } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import type { House } from './start-house.ts';

/** Shorter than a test timeout: what was shown instead explains more than a timeout does. */
const PATIENCE_MS = 50_000;

/** The texts shown to one person since a revision of the transcript: current text, one per message or modal. */
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

/**
 * Waits until somebody sees a match, unless the result of `act` already matches, and closes the modal that shows it.
 */
export async function sees(
  { slack }: Pick<House, 'slack'>,
  person: Person,
  shows: RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  const after = slack.transcript.revision;
  const answered = await act();
  if (typeof answered === 'string' && shows.test(answered)) return;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    await slack.waitFor((transcript) => shownTo(person, transcript, after).some((text) => shows.test(text)), {
      signal,
    });
  } catch {
    const shown = [...shownTo(person, slack.transcript, after), JSON.stringify(answered)].join('\n---\n');
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

/**
 * Runs several actions at the same time and waits until the person has been refused as many times, each with a separate
 * reference.
 */
export async function isToldEachTime(
  { slack }: House,
  person: Person,
  acts: readonly (() => Promise<unknown>)[],
): Promise<Told[]> {
  const after = slack.transcript.revision;
  await Promise.all(acts.map((act) => act()));
  const signal = AbortSignal.timeout(PATIENCE_MS);
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

/** A refusal without markup, and the reference at its end. */
export function readRefusal(text: string): Told {
  const ref = /\(ref ([0-9a-f]{6})\)/.exec(text)?.[1] ?? 'none';
  return { ref, text: text.replaceAll('`', '') };
}
