import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '@abilities-bot/local-slack';
import { zipOf } from '../e2e/zips.ts';
import { isPending, type Walk } from './walk.ts';

/** Both drivers change this one, from different processes at the same time. */
export const CHANGED = 'News';
/** A word is removed again when this many newer ones were added. */
const KEPT_WORDS = 4;

type State = 'enabled' | 'disabled';

/** The account could not be read after the change, or does not show it. */
const isUnconfirmed = ({ text }: Message): boolean => /^Not confirmed|Not what you asked for/.test(text);

export interface Toggles {
  /** Toggles that were told to be done. */
  told: number;
  /** The state after the latest answer; null if the answer left it open. */
  last: State | null;
  /** The first lines of answers that told of no change. */
  others: string[];
}

/** Clicks the button of a list until `stop`. Nobody else toggles this Ability. */
export async function driveSwitch(walk: Walk, pauseMs: number, stop: AbortSignal): Promise<Toggles> {
  const toggles: Toggles = { told: 0, last: null, others: [] };
  const hasRow = (message: Message | null) => message?.text.includes(`${CHANGED}: `) === true;
  const shownBy = ({ text }: Message): State => (text.includes(`${CHANGED}: enabled`) ? 'enabled' : 'disabled');
  let list: Message | null = null;
  while (!stop.aborted) {
    if (!list || !hasRow(list)) {
      list = await walk.ask('list', () => walk.driver.command(`list ${CHANGED}`));
      await wait(pauseMs);
      continue;
    }
    const shown = walk.look(list);
    // A killed bot may have left the label of a click in progress.
    if (isPending(shown)) {
      list = null;
      continue;
    }
    const wanted: State = shownBy(shown) === 'enabled' ? 'disabled' : 'enabled';
    const label = `${wanted === 'disabled' ? 'Disable' : 'Enable'} ${CHANGED}`;
    const line = `${wanted === 'disabled' ? 'disable' : 'enable'} installed:`;
    const answer = await walk.askToChange(label, line, () => walk.driver.click(shown, { text: label }));
    note(answer, wanted);
    list = answer;
    await wait(pauseMs);
  }
  return toggles;

  function note(answer: Message | null, wanted: State): void {
    if (answer?.text.includes(`${CHANGED} ${wanted} by`) && !isUnconfirmed(answer)) {
      toggles.told += 1;
      toggles.last = wanted;
      return;
    }
    const line = answer?.text.split('\n')[0] ?? 'no answer';
    const isUnchanged = answer?.text.includes(`already ${wanted}`) === true;
    toggles.others.push(line);
    // A failed or unanswered change may have been made.
    toggles.last = isUnchanged ? wanted : null;
  }
}

export interface Words {
  told: number;
  /** Words that have to be there in the end. */
  present: Set<string>;
  /** Words that must be gone in the end. */
  gone: Set<string>;
  others: string[];
}

/** Adds and removes trigger words of the same Ability until `stop`, and reads lists, opens Home and drops files. */
export async function driveWords(walk: Walk, pauseMs: number, stop: AbortSignal): Promise<Words> {
  const words: Words = { told: 0, present: new Set(), gone: new Set(), others: [] };
  const change = async (kind: 'add' | 'remove', word: string): Promise<void> => {
    const line = `triggers ${CHANGED} ${kind}: ${word}`;
    const answer = await walk.askToChange(`${kind} ${word}`, `${line}\``, () => walk.driver.command(line));
    const isTold = /^(✓ )?\W?News\W?'s trigger words changed by/.test(answer?.text ?? '');
    // Whatever its answer, a word that was told to be there is in doubt while it is being removed.
    words.present.delete(word);
    if (isTold) {
      words.told += 1;
      (kind === 'add' ? words.present : words.gone).add(word);
    } else words.others.push(answer?.text.split('\n')[0] ?? 'no answer');
    await wait(pauseMs);
  };
  for (let number = 1; !stop.aborted; number += 1) {
    await change('add', `word ${number}`);
    if (number > KEPT_WORDS) await change('remove', `word ${number - KEPT_WORDS}`);
    if (number % 2 === 0) await walk.ask('list', () => walk.driver.command('list'));
    if (number % 3 === 0) await walk.openHome();
    if (number % 5 === 0) await walk.drop(`drop-${number}.zip`, await zipOf({ 'drop/main.py': `# ${number}\n` }));
  }
  return words;
}
