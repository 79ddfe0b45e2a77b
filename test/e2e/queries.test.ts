import type { LocalSlack } from '@abilities-bot/local-slack';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDatabase } from '../store/databases.ts';
import { storeKinds } from '../store/stores.ts';
import { type TappedServer, tapServer } from '../store/tapped-server.ts';
import { startHouse } from './start-house.ts';
import { startTwoBots } from './start-two-bots.ts';

const CLAIM = expect.stringMatching(/^insert into "seen_keys" /);
/** Commands, the words of their answers, and the statements that each of them makes. */
const LINES = [
  ['list', /News: /, [CLAIM]],
  ['list state:enabled', /match enabled/, [CLAIM]],
  ['help', /Abilities/, [CLAIM]],
  ['whoami', /Your role is/, [CLAIM]],
] as const;

type Slack = Pick<LocalSlack, 'as' | 'nextMessage' | 'people' | 'transcript'>;

async function says(slack: Slack, line: string, words: RegExp): Promise<void> {
  const after = slack.transcript.revision;
  await slack.as(slack.people.ana).command(line);
  await slack.nextMessage(({ text }) => words.test(text), { after });
}

/** What only the bot's background work reads and writes here. On a slow machine its first round comes late. */
const BACKGROUND = /\b(?:approvals|drops|due_at|interruptions|later_looks|processes|uploads|watches)\b/;

/** The statements of a command that was given once before; the database answers nothing until its ack. */
async function statementsOf(slack: Slack, tapped: TappedServer, line: string, words: RegExp) {
  await says(slack, line, words);
  const [before, after] = [tapped.statements.length, slack.transcript.revision];
  tapped.hold();
  const delivery = await slack.as(slack.people.ana).command(line);
  expect(delivery.acked).toBe(true);
  tapped.release();
  await slack.nextMessage(({ text }) => words.test(text), { after });
  return tapped.statements.slice(before).filter((statement) => !BACKGROUND.test(statement));
}

describe.runIf(storeKinds.includes('postgresql'))(
  'a warm command waits for no query before its ack, and makes only these:',
  () => {
    test('for many workspaces', async () => {
      const { house, tapped, use } = await startTwoBots();
      const { north } = house.cloud.workspaces;
      use('other');
      for (const [line, words, made] of LINES) {
        expect(await statementsOf(north, tapped, line, words)).toEqual(made);
      }
    });

    test('for one workspace', async () => {
      const tapped = await tapServer(await makeDatabase());
      const house = await startHouse({
        mode: 'http',
        databaseUrl: tapped.url,
        serviceKeepMs: 60_000,
        uploadTimes: { pollMs: 600_000 },
      });
      onTestFinished(() => house.close());
      for (const [line, words, made] of LINES) {
        expect(await statementsOf(house.slack, tapped, line, words)).toEqual(made);
      }
    });
  },
);
