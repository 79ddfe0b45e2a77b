import { startBalancer } from '../../packages/playground/src/balancer.ts';
import type { BotOptions } from '../../src/app/start-bot.ts';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { PATIENT } from '../patient.ts';
import { limitConnections } from '../store/few-connections.ts';
import { startCloudHouse } from './start-cloud-house.ts';

export interface Crowd {
  /** URL of an empty PostgreSQL database, with a superuser. */
  databaseUrl: string;
  /** How many connections all processes have together. */
  connections: number;
  processes: number;
  /** How many people type the command at the same time, each once. */
  commands: number;
  /** Default: the bots' own deadlines for connections, which a busy machine may miss. */
  bot?: Pick<BotOptions, 'clock' | 'deadlines'>;
  /** Called when the connections have become few. */
  onFew?: () => void;
}

export interface CrowdReport {
  acked: number;
  /** Slack showed an error. */
  notAcked: number;
  /** Got the list. */
  listed: number;
  /** Read that the database cannot be reached, or that their role cannot be read from it. */
  told: number;
  /** Got more than one answer, or another one. The first answers. */
  other: string[];
  /** Acked, and without an answer when all processes had ended. */
  unanswered: number;
}

/** How an answer starts that had no connection: before the workspace was found, or after it. */
const SHORTAGES = [
  "I can't reach my database right now",
  "I couldn't check your role, because I can't read the settings",
];

/** Connections for the processes to start, and for the installation. */
const ENOUGH = 50;

/** A stopping bot finishes all requests within this time, in milliseconds. */
const DRAIN_MS = 60_000;

/**
 * Types a command as many people at once, through a balancer to several bots that have few connections, and counts
 * their answers when all bots have stopped.
 */
export async function answerCrowd(crowd: Crowd): Promise<CrowdReport> {
  const { bot, commands, connections, databaseUrl, onFew, processes } = crowd;
  const few = await limitConnections(databaseUrl, ENOUGH);
  const names = Array.from({ length: commands }, (_, index) => `crowd${index}`);
  const people = names.map((name, index) => ({ id: `U0CROWD${index}`, name, kind: 'member' as const }));
  const house = await startCloudHouse<'north'>({
    workspaces: [{ name: 'north', people }],
    env: { DATABASE_URL: few.url.href },
    bot: { drainMs: DRAIN_MS, deadlines: { ...PATIENT, connection: DEADLINES.connection }, ...bot },
    // A busy machine is no error of the bot.
    ackTimeoutMs: DRAIN_MS,
  });
  const bots = [house.bot];
  while (bots.length < processes) bots.push(await house.startAnotherBot());
  const balancer = await startBalancer(() => bots.map(({ port }) => port));
  try {
    await house.move('north');
    // From now on. A person who is told to try the installation again would be another test.
    await few.setLimit(connections);
    await few.cut();
    onFew?.();
    house.cloud.useHttp(`${balancer.baseUrl}/slack/events`);
    const slack = house.cloud.workspaces.north;
    const deliveries = await Promise.all(people.map((person) => slack.as(person).command('list')));
    await Promise.all(bots.map((bot) => bot.stop()));
    const answersOf = ({ id }: { id: string }) =>
      slack.transcript.messages.filter(({ ephemeralFor }) => ephemeralFor === id).map(({ text }) => text);
    const report: CrowdReport = { acked: 0, notAcked: 0, listed: 0, told: 0, other: [], unanswered: 0 };
    for (const [index, person] of people.entries()) {
      const isAcked = deliveries[index]?.acked === true;
      const [answer, ...more] = answersOf(person);
      if (isAcked) report.acked += 1;
      else report.notAcked += 1;
      if (answer === undefined) report.unanswered += Number(isAcked);
      else if (more.length > 0) report.other.push([answer, ...more].join(' + '));
      else if (answer.includes('3 not installed')) report.listed += 1;
      else if (SHORTAGES.some((start) => answer.startsWith(start))) report.told += 1;
      else report.other.push(answer);
    }
    return report;
  } finally {
    await balancer.close();
    await house.close();
    await few.drop();
  }
}
