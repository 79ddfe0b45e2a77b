import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Bot, startBot } from '../../src/app/start-bot.ts';
import { StartError } from '../../src/app/start-error.ts';
import { createLogger } from '../../src/base/logger.ts';
import { PATIENT } from '../patient.ts';
import { singleService } from '../single-service.ts';
import { until } from '../until.ts';
import { replaceBot } from './replace-bot.ts';
import { readAccount } from './service-fault-rows.ts';
import { SLACK_FAULTS, type SlackFaultName } from './slack-fault-kinds.ts';
import { SLACK_ROWS, type SlackRow } from './slack-fault-rows.ts';
import type { House } from './start-house.ts';
import { hear, watchHouses } from './watched-house.ts';

/** Until `clear`. */
const ALWAYS = 1000;
const QUICKLY = { gatherMs: 10, settleMs: 50, pollMs: 50, retryMs: 50 };

/**
 * Adds the tests: each of the bot's channels to Slack with each of these faults.
 * @param startFaults those of a start
 */
export function testSlackFaults(
  faultsOf: (row: SlackRow) => readonly SlackFaultName[],
  startFaults: readonly SlackFaultName[],
): void {
  const open = watchHouses();

  describe.concurrent.each(SLACK_ROWS)('$method, for $what', (row) => {
    let house: House;
    const bots: Bot[] = [];
    beforeAll(async () => {
      house = await open({ mode: 'http', uploadTimes: QUICKLY, ...row.house });
    });
    afterAll(async () => {
      for (const bot of bots) await bot.stop();
      await house.close();
    });

    test.sequential.each(faultsOf(row))('%s', async (fault) => {
      const { logLines, slack } = house;
      if (row.isAsked) bots.push(await replaceBot(house, { deadlines: PATIENT }));
      await closeModals(house);
      const cell = `Tides at ${fault}`.replaceAll('_', ' ');
      const act = await row.prepare(house, cell);
      const before = JSON.stringify(await readAccount(house));
      const [from, logged] = [slack.transcript.revision, logLines.length];
      slack.faults.add({ method: row.method, times: row.times ?? ALWAYS, fault: SLACK_FAULTS[fault] });
      for (const method of row.away ?? [])
        slack.faults.add({ method, times: ALWAYS, fault: { error: 'user_not_found' } });
      await act();
      await isHeard(house, row, { from, logged });
      slack.faults.clear();
      expect(JSON.stringify(await readAccount(house)) !== before).toBe(row.changes);
      await hear(
        house,
        () => slack.as(slack.people.ben).command('help'),
        ({ ephemeralFor, text }) => ephemeralFor === slack.people.ben.id && text.includes('/abilities list'),
      );
    });
  });

  describe('auth.test, for a start', () => {
    let house: House;
    beforeAll(async () => {
      house = await open({ mode: 'http' });
    });
    afterEach(() => house.slack.faults.clear());
    afterAll(() => house.close());

    test.each(startFaults)('%s: a sentence, and the bot that runs goes on', async (fault) => {
      const { config, slack } = house;
      slack.faults.add({ method: 'auth.test', times: ALWAYS, fault: SLACK_FAULTS[fault] });
      const start = startBot({
        config,
        log: createLogger('error', [], { write: () => true }),
        openService: () => singleService(config),
      });
      const error = await start.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(StartError);
      expect(String(error)).toMatch(/Slack/);
      expect(String(error)).not.toContain(slack.botToken);
      slack.faults.clear();
      await hear(
        house,
        () => slack.as(slack.people.ben).command('help'),
        ({ text }) => text.includes('/abilities list'),
      );
    });
  });
}

/** Waits for what the person sees from then on, or for the log line. */
async function isHeard(
  { logLines, slack }: House,
  { heard }: SlackRow,
  { from, logged }: { from: number; logged: number },
): Promise<void> {
  if (heard.by === 'log') {
    const isIt = ({ level, msg, ref }: LogLine) =>
      heard.words.test(msg) && level >= (heard.level === 'error' ? 50 : 40) && (ref !== undefined || !heard.hasRef);
    return until(() => logLines.slice(logged).some((line) => isIt(LogLine.parse(JSON.parse(line)))));
  }
  const { ana } = slack.people;
  await slack.waitFor(({ messages, views }) => {
    const told = messages.filter(
      ({ deleted, ephemeralFor, revision }) => revision > from && !deleted && [null, ana.id].includes(ephemeralFor),
    );
    const shown = views.filter(({ open: isOpen, revision, userId }) => revision > from && isOpen && userId === ana.id);
    return [...told.map(({ text }) => text), ...shown.map((view) => renderText({ ...view, ...view.definition }))].some(
      (text) => heard.words.test(text),
    );
  });
}

const LogLine = z.object({ level: z.number(), msg: z.string().default(''), ref: z.string().optional() });
type LogLine = z.infer<typeof LogLine>;

async function closeModals({ slack }: House): Promise<void> {
  const driver = slack.as(slack.people.ana);
  const modal = driver.modal();
  if (modal) await driver.closeView(modal, { all: true });
}
