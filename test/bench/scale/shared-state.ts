import { setTimeout as wait } from 'node:timers/promises';
import type { FileDrop } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { startBalancer } from '../../../packages/playground/src/balancer.ts';
import { zipOf } from '../../e2e/zips.ts';
import type { House } from '../house.ts';
import { judge } from '../section.ts';
import { hear, type Replicas, startReplicas, withDatabase } from './replicas.ts';

const CHANGES = 20;
const NAME = 'News';
/** A change has to be visible everywhere within this time. */
const VISIBLE_MS = 250;
/** Longer than a share is gathered, with its answers. */
const SHARE_MS = 5000;
const LIMIT_SECONDS = 8;

/** What three processes know of each other. */
export const benchSharedState = (house: House): Promise<string[][]> =>
  withDatabase('abilities_bench_scale', async (url) => {
    const replicas = await startReplicas(house, { count: 3, name: 'shared-state', url });
    try {
      return [
        ...(await benchStaleLists(replicas)),
        await benchHome(replicas),
        await benchShares(replicas),
        await benchLimits(replicas),
      ];
    } finally {
      await replicas.close();
    }
  });

/** A changes, B lists: B has the state before the change cached. */
async function benchStaleLists({ bots, slack }: Replicas): Promise<string[][]> {
  const [a, b = a] = bots;
  const ana = slack.as(slack.people.ana);
  const ask = async (bot: typeof a, line: string, words: string) => {
    slack.useHttp(bot.eventsUrl);
    const after = slack.transcript.revision;
    await ana.command(line);
    return hear(slack, words, after);
  };
  const untilShown = async (state: string): Promise<void> => {
    const deadline = Date.now() + SHARE_MS;
    while (!(await ask(b, `list ${NAME}`, `${NAME}: `)).text.includes(`${NAME}: ${state}`)) {
      if (Date.now() > deadline) throw new Error(`B never shows that ${NAME} is ${state}.`);
      await wait(VISIBLE_MS);
    }
  };
  const countStale = async (afterMs: number): Promise<number> => {
    let stale = 0;
    for (let change = 0; change < CHANGES; change += 1) {
      const state = change % 2 === 0 ? 'disabled' : 'enabled';
      await untilShown(state === 'disabled' ? 'enabled' : 'disabled');
      await ask(a, `${state.slice(0, -1)} ${NAME}`, `${state} by`);
      await wait(afterMs);
      const { text } = await ask(b, `list ${NAME}`, `${NAME}: `);
      if (!text.includes(`${NAME}: ${state}`)) stale += 1;
    }
    return stale;
  };
  const show = (stale: number) => `${stale} of ${CHANGES} lists`;
  const later = await countStale(VISIBLE_MS);
  return [
    [`stale lists of B ${VISIBLE_MS} ms after a change through A`, show(later), judge(later <= 1, 'at most 1')],
    ['the same, read immediately', show(await countStale(0)), ''],
  ];
}

/** Ana has her Home tab open at B, and Ben changes something through A. */
async function benchHome({ bots, slack }: Replicas): Promise<string[]> {
  const [a, b = a] = bots;
  const { ana, ben } = slack.people;
  const drawn = async (state: string, after: number): Promise<number | null> => {
    const isMeant = new RegExp(`\\*${NAME}\\* {2}${state}`);
    try {
      const view = await slack.nextView(
        (one) => one.type === 'home' && one.userId === ana.id && isMeant.test(renderText(one)),
        { after, signal: AbortSignal.timeout(SHARE_MS) },
      );
      return view.revision;
    } catch {
      return null;
    }
  };
  slack.useHttp(b.eventsUrl);
  await slack.as(ana).openHome();
  let revision = await drawn('Enabled', -1);
  let redrawn = 0;
  slack.useHttp(a.eventsUrl);
  for (let change = 0; change < CHANGES && revision !== null; change += 1) {
    const state = change % 2 === 0 ? 'disabled' : 'enabled';
    await slack.as(ben).command(`${state.slice(0, -1)} ${NAME}`);
    revision = await drawn(
      state.replace(/^./, (first) => first.toUpperCase()),
      revision,
    );
    if (revision !== null) redrawn += 1;
  }
  const what = 'Home tab open at B, redrawn after changes through A';
  return [what, `${redrawn} of ${CHANGES}`, judge(redrawn === CHANGES, 'all')];
}

/** Each file's event goes to another process. The answers must be those of a single process. */
async function benchShares({ bots, slack }: Replicas): Promise<string[]> {
  const [first] = bots;
  const ports = bots.map(({ eventsUrl }) => Number(new URL(eventsUrl).port));
  const balancer = await startBalancer(() => ports);
  const ben = slack.as(slack.people.ben);
  const answersTo = async (eventsUrl: string, files: FileDrop[]): Promise<string> => {
    slack.useHttp(eventsUrl);
    const { messageTs } = await ben.drop(slack.channels.ops, files);
    await wait(SHARE_MS);
    const answers = slack.transcript.messages.filter(({ deleted, threadTs }) => threadTs === messageTs && !deleted);
    // Events of one share may overtake each other, so the order of its files, and which are named, may differ.
    return JSON.stringify(answers.map(({ text }) => text.replace(/`[^`]+`/g, '`file`')).toSorted());
  };
  try {
    const shares = await makeShares();
    const different: string[] = [];
    for (const [what, files] of Object.entries(shares)) {
      const alone = await answersTo(first.eventsUrl, files);
      const together = await answersTo(`${balancer.baseUrl}/slack/events`, files);
      if (alone !== together) different.push(what);
    }
    const count = Object.keys(shares).length;
    const same = `${count - different.length} of ${count}`;
    const measured = different.length === 0 ? same : `${same}; not: ${different.join(', ')}`;
    return ['shares over three processes answered as by one', measured, judge(different.length === 0, 'all')];
  } finally {
    await balancer.close();
  }
}

async function makeShares(): Promise<Record<string, FileDrop[]>> {
  const zip = (name: string) => zipOf({ [`${name}/main.py`]: `# ${name}\n`, [`${name}/__init__.py`]: '' });
  const script = (name: string) => ({ name, bytes: Buffer.from(`# ${name}\n`) });
  const zips = Array.from({ length: 7 }, async (_, number) => ({
    name: `many-${number}.zip`,
    bytes: await zip(`many${number}`),
  }));
  return {
    'zip and icon': [
      { name: 'sunrise.zip', bytes: await zip('sunrise') },
      { name: 'icon.png', bytes: ONE_PIXEL },
    ],
    'loose files': [script('main.py'), script('moon.py'), { name: 'data.json', bytes: Buffer.from('{}') }],
    'seven zips': await Promise.all(zips),
  };
}

/** A transparent PNG. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A is rate limited; a second later B and C have something to send to the same channel. */
async function benchLimits({ bots, slack }: Replicas): Promise<string[]> {
  const [a, ...others] = bots;
  const ben = slack.as(slack.people.ben);
  let limited = 0;
  const stop = slack.onWire(({ direction, status }) => {
    if (direction === 'bot to Slack' && status === 429) limited += 1;
  });
  const drop = async (bot: typeof a, name: string) => {
    slack.useHttp(bot.eventsUrl);
    await ben.drop(slack.channels.ops, [
      { name, bytes: await zipOf({ 'limit/main.py': '', 'limit/__init__.py': '' }) },
    ]);
  };
  const fault = { status: 429, retryAfter: LIMIT_SECONDS };
  slack.faults.add({ method: 'chat.postMessage', times: Number.POSITIVE_INFINITY, fault });
  try {
    await drop(a, 'limit-a.zip');
    const deadline = Date.now() + SHARE_MS;
    while (limited === 0 && Date.now() < deadline) await wait(20);
    if (limited === 0) throw new Error('A was not rate limited.');
    await wait(1000);
    const learnt = limited;
    for (const [index, bot] of others.entries()) await drop(bot, `limit-${index}.zip`);
    // Shorter than the limit, which therefore still holds.
    await wait(3000);
    const own = limited - learnt;
    return ['calls of B and C into a rate limit that A hit a second earlier', String(own), judge(own === 0, '0')];
  } finally {
    stop();
    slack.faults.clear();
  }
}
