import { startLocalSlack } from '@abilities-bot/local-slack';
import { type ActAnswer, Action, type PageState, startPage } from '@abilities-bot/local-slack/page';
import { expect, onTestFinished, test } from 'vitest';
import { samples } from '../src/samples/samples.ts';
import { makeFolder } from './make-folder.ts';

async function openPage() {
  const slack = await startLocalSlack();
  onTestFinished(() => slack.close());
  const page = await startPage(slack, { builtPage: await makeFolder(), samples });
  onTestFinished(() => page.close());
  const act = async (action: Action): Promise<ActAnswer> => {
    const response = await fetch(`${page.url}/api/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Action.parse(action)),
    });
    return response.json() as Promise<ActAnswer>;
  };
  const ana = slack.people.ana.id;
  const readState = async (): Promise<PageState> =>
    (await fetch(`${page.url}/api/state?person=${ana}`)).json() as Promise<PageState>;
  return { slack, act, readState, ana };
}

test('every sample is dropped in one message', async () => {
  const { act, ana, readState, slack } = await openPage();
  const channelId = slack.channels.ops.id;
  const offered = (await readState()).samples;
  expect(offered.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Three loose files', 'A zip with macOS junk', 'A zip and an icon']),
  );
  for (const { name } of offered)
    expect(await act({ do: 'drop-sample', person: ana, channelId, sample: name })).toEqual({ ok: true });
  const dropped = (await readState()).messages.map(({ files }) => files.map(({ name }) => name).join(', '));
  expect(dropped).toEqual(offered.map(({ name }) => name));
  expect(await act({ do: 'drop-sample', person: ana, channelId, sample: 'none' })).toMatchObject({ ok: false });
});
