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

export interface SeenAnswer {
  ref: string;
  text: string;
}

/** Fewer than one person may have in progress. */
const AT_ONCE = 5;

/** Runs several actions, some at a time, and waits until the person has been refused as many times. */
export async function isToldEachTime(
  { slack }: House,
  person: Person,
  acts: readonly (() => Promise<unknown>)[],
): Promise<SeenAnswer[]> {
  const after = slack.transcript.revision;
  let told: SeenAnswer[] = [];
  for (let from = 0; from < acts.length; from += AT_ONCE) {
    const some = acts.slice(from, from + AT_ONCE);
    await Promise.all(some.map((act) => act()));
    told = await slack.waitFor(
      ({ messages }) => {
        const refused = messages.filter(({ ephemeralFor, revision }) => ephemeralFor === person.id && revision > after);
        return refused.length >= from + some.length ? refused.map(({ text }) => readRefusal(text)) : null;
      },
      { signal: AbortSignal.timeout(PATIENCE_MS) },
    );
  }
  return told;
}

/** A refusal without markup, and the reference at its end. */
export function readRefusal(text: string): SeenAnswer {
  const ref = /\(ref ([0-9a-f]{6})\)/.exec(text)?.[1] ?? 'none';
  return { ref, text: text.replaceAll('`', '') };
}
