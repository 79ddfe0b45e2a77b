import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listElements } from '@abilities-bot/local-slack/block-kit';
import { Action, type PageServer, type PageState } from '@abilities-bot/local-slack/page';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPagePlayground } from '../../packages/playground/src/start-page-playground.ts';
import { builtPlayground } from '../built-playground.ts';
import { until } from '../until.ts';

const ANA = 'U0LOCALANA';
const OPS = 'C0LOCALOPS';
/** Far more than a start needs: other tests share the machine. */
const LONG_MS = 4 * 60_000;

let folder: string;
let playground: PageServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clock-control-'));
  playground = await startPagePlayground({ folder, port: 0, fresh: true, built: await builtPlayground() });
}, LONG_MS);

afterAll(async () => {
  await playground.close();
  await rm(folder, { recursive: true, force: true });
});

const readState = async (): Promise<PageState> =>
  (await fetch(`${playground.url}/api/state?person=${ANA}`)).json() as Promise<PageState>;

async function act(action: Action): Promise<unknown> {
  const response = await fetch(`${playground.url}/api/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Action.parse(action)),
  });
  return response.json();
}

const says = async (words: string) => (await readState()).messages.some(({ text }) => text.includes(words));

test(
  'the clock of the bot can be moved, and stays so when the bot starts again',
  async () => {
    expect((await readState()).controls?.says).toContain('matches this machine');
    await act({ do: 'command', person: ANA, channelId: OPS, text: 'quiet for 40m' });
    await until(() => says('Everything is quiet until'));
    await act({ do: 'trouble', trouble: 'bot-killed', on: true });
    expect(await act({ do: 'control', control: 'ten-minutes' })).toEqual({ ok: true });
    await act({ do: 'trouble', trouble: 'bot-killed', on: false });
    expect((await readState()).controls?.says).toContain('10 min ahead');
    expect(await says('Quiet is over')).toBe(false);
    await act({ do: 'control', control: 'hour' });
    expect((await readState()).controls?.says).toContain('1 h 10 min ahead');
    await until(() => says('Quiet is over'));
    expect((await readState()).controls).toMatchObject({
      says: expect.stringContaining('Nothing is planned.'),
      buttons: expect.arrayContaining([{ id: 'next', label: 'To the next planned change', isDisabled: true }]),
    });
    expect(await act({ do: 'control', control: 'next' })).toEqual({ ok: false, sentence: 'This button is disabled.' });
    expect(await act({ do: 'control', control: 'year' })).toEqual({ ok: false, sentence: 'Unknown button.' });
  },
  LONG_MS,
);

/** Clicks a button of the latest message that has one with this text. */
async function click(text: string): Promise<void> {
  for (const { blocks, channelId, ts } of (await readState()).messages.reverse()) {
    for (const { block, element } of listElements(blocks)) {
      if (element.type !== 'button' || element.text.text !== text) continue;
      const button = { blockId: String(block.block_id), actionId: String(element.action_id) };
      await act({ do: 'click', person: ANA, where: { channelId, ts }, ...button });
      return;
    }
  }
  throw new Error(`No message has the button ${text}.`);
}

test(
  'a button moves the clock to what is due next, which it names, and it is done',
  async () => {
    await act({ do: 'command', person: ANA, channelId: OPS, text: 'disable News for 5h' });
    await until(() => says('now, and enable it again'));
    await click('Disable');
    await until(() => says('It will be enabled again'));
    const { controls } = await readState();
    expect(controls?.says).toMatch(/Next: enable News, \w{3}, \w{3} \d+, \d+:\d\d [AP]M\.$/);
    expect(await act({ do: 'control', control: 'next' })).toEqual({ ok: true });
    await until(() => says('News enabled as planned by'));
    expect(await says('enable was due')).toBe(false);
    await until(async () => /Nothing is planned/.test((await readState()).controls?.says ?? ''));
  },
  LONG_MS,
);
