import { setTimeout as wait } from 'node:timers/promises';
import type { Message, PersonDriver } from '@abilities-bot/local-slack';
import type { ProofHouse } from './proof-house.ts';

/** Longer than everything that may happen in between: no wait may be endless. */
const LONGEST_MS = 20_000;

export interface Toggled {
  clicks: number;
  /** Clicks that were not acknowledged, or whose message does not show the result, a line each. */
  lost: string[];
}

export interface Pace {
  /** After each click. */
  pauseMs?: number;
  /** Runs each click until it is answered, exclusively. */
  inTurn?: (work: () => Promise<void>) => Promise<void>;
}

/** Toggles one Ability with the buttons of a list, repeatedly, until `stop`. */
export async function driveToggles(
  { slack }: Pick<ProofHouse, 'slack'>,
  driver: PersonDriver,
  name: string,
  stop: AbortSignal,
  { inTurn = (work) => work(), pauseMs = 0 }: Pace = {},
): Promise<Toggled> {
  const lost: string[] = [];
  let clicks = 0;
  let list = await openList();
  let wanted = other(stateIn(list));
  while (!stop.aborted) await inTurn(clickOnce);
  return { clicks, lost };

  async function clickOnce(): Promise<void> {
    clicks += 1;
    const after = slack.transcript.revision;
    const { acked } = await driver.click(list, { text: `${wanted === 'disabled' ? 'Disable' : 'Enable'} ${name}` });
    const told = await hear(
      (message) => message.ts === list.ts && message.text.includes(`${name} ${wanted} by`),
      after,
    );
    if (pauseMs > 0) await wait(pauseMs);
    if (!acked || !told) {
      const says = slack.transcript.findMessage(list)?.text.split('\n')[0];
      lost.push(`click ${clicks} was ${acked ? 'acknowledged' : 'not acknowledged'} and says: ${says}`);
    }
    // If the lists could not be read again in time, the answer has no rows to click.
    list = acked && told && hasRow(told) ? told : await openList();
    wanted = other(stateIn(list));
  }

  function hasRow({ text }: Message): boolean {
    return text.includes(`${name}: `);
  }

  function stateIn({ text }: Message): State {
    return text.includes(`${name}: enabled`) ? 'enabled' : 'disabled';
  }

  async function openList(tries = 5): Promise<Message> {
    const after = slack.transcript.revision;
    const { acked } = await driver.command(`list ${name}`);
    const list = await hear((message) => message.ephemeralFor === driver.person.id && hasRow(message), after);
    if (list) return list;
    lost.push(`a list was ${acked ? 'never shown' : 'not acknowledged'}`);
    if (stop.aborted && tries <= 1) throw new Error(`No list came: ${lost.join('; ')}`);
    return openList(stop.aborted ? tries - 1 : tries);
  }

  function hear(fits: (message: Message) => boolean, after: number): Promise<Message | null> {
    return slack.nextMessage(fits, { after, signal: AbortSignal.timeout(LONGEST_MS) }).catch(() => null);
  }
}

type State = 'disabled' | 'enabled';

const other = (state: State): State => (state === 'disabled' ? 'enabled' : 'disabled');
