import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../src/app/start-bot.ts';
import { CircuitBreaker } from '../../src/service/client.ts';
import type { Store } from '../../src/store/store.ts';
import { PATIENT } from '../patient.ts';
import { singleService } from '../single-service.ts';
import { until } from '../until.ts';
import { replaceBot } from './replace-bot.ts';
import { LOST_ANSWERS, SERVICE_FAULTS, type ServiceFaultName } from './service-fault-kinds.ts';
import { FAULT_ROWS, type FaultRow, readAccount } from './service-fault-rows.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

export interface ServiceFaultMatrix {
  faults: readonly ServiceFaultName[];
  /** The limit for a call, retries included. */
  patienceMs: number;
}

type Claim = 'nothing' | 'nothing changed' | 'changed' | 'not known' | 'shown';

/** A sentence's claim about the account; the earliest claim counts. */
function claimOf(sentence: string): Claim {
  if (
    /^Not confirmed yet|Not what you asked for|couldn't confirm|didn't confirm|doesn't show|may not have been|but that may change/.test(
      sentence,
    )
  )
    return 'not known';
  if (/nothing (?:was )?changed|was not (?:changed|uploaded|deleted)|already exists/i.test(sentence))
    return 'nothing changed';
  if (/ (?:set|added to Echo|changed|enabled|disabled|deleted|uploaded) by /.test(sentence)) return 'changed';
  return sentence.trim() === '' ? 'nothing' : 'shown';
}

/** Adds the tests: each endpoint of the service with each of these faults. */
export function testServiceFaults({ faults, patienceMs }: ServiceFaultMatrix): void {
  describe.concurrent.each(Object.entries<FaultRow>(FAULT_ROWS))('%s', (endpoint, row) => {
    let house: House;
    let bot: Bot;
    let store: Store;
    beforeAll(async () => {
      house = await startHouse({
        mode: 'http',
        service: { agentRowsCarryAbilities: true },
        uploads: { giveUpMs: 1 },
      });
      store = await house.openStore();
      const service = singleService(house.config, {
        timeoutMs: patienceMs,
        readBudgetMs: patienceMs,
        uploadTimeoutMs: patienceMs,
        // Every call must reach the fault.
        keepMs: 0,
        circuit: new CircuitBreaker(undefined, 0),
      });
      bot = await replaceBot(house, {
        service,
        deadlines: PATIENT,
        uploads: { gatherMs: 10, settleMs: 50, pollMs: 50, recheckMs: [50] },
      });
    });
    afterAll(async () => {
      await bot.stop();
      await house.close();
    });

    const strikes = [
      ...faults.map((name) => ({ name, when: 'instead of it' }) as const),
      ...(row.changes
        ? LOST_ANSWERS.filter((name) => faults.includes(name)).map((name) => ({ name, when: 'after it' }) as const)
        : []),
    ];

    test.sequential.each(strikes)('$name $when', async ({ name, when }) => {
      const act = await row.prepare(house, `${endpoint}, ${name} ${when}`.replaceAll(',', ''));
      const before = await readAccount(house);
      house.service.faults.add({ match: row.match, fault: SERVICE_FAULTS[name], afterEffect: when === 'after it' });
      const told = await act();
      house.service.faults.clear();
      // Else what a later check finds would be heard as the next answer.
      await until(async () => (await store.rechecks.nextDueAt(null)) === null);
      const after = await readAccount(house);
      expectTruth(told, row, JSON.stringify(after) !== JSON.stringify(before));
      await expectAnswers(house);
    });
  });
}

function expectTruth(told: string, row: FaultRow, changed: boolean): void {
  const claim = claimOf(told);
  expect(claim, told).not.toBe('nothing');
  if (row.fallsBackTo) expect(told).toMatch(row.fallsBackTo);
  if (claim === 'changed') expect(changed, told).toBe(true);
  if (claim === 'nothing changed' || claim === 'shown') expect(changed, told).toBe(false);
  // A failed read says nothing about changes.
  if (claim === 'shown' && row.fallsBackTo === null) expect(row.changes, told).toBe(false);
  // A missing Ability is not an error of the service.
  if (told === 'That Ability no longer exists, so nothing changed.') return;
  if ((claim !== 'shown' || row.fallsBackTo === null) && claim !== 'changed')
    expect(told).toMatch(/\(ref [0-9a-f]{6}\)/);
}

/** On a busy machine a call may take longer than the limit, and Slack longer than the timeout of a role lookup. */
const TOO_SLOW = /isn't responding|did not answer in time/;

/** The process is alive, and the next requester gets the list. */
async function expectAnswers(house: House): Promise<void> {
  const { ben } = house.slack.people;
  const ask = () => house.slack.as(ben).command('list');
  for (;;) {
    const { text } = await hear(house, ask, ({ ephemeralFor }) => ephemeralFor === ben.id);
    if (text.includes('Abilities · ')) return;
    expect(text).toMatch(TOO_SLOW);
  }
}
