import type { App } from '@slack/bolt';
import { expect, it } from 'vitest';
import { openDistributedApp } from './tiny-cloud.ts';

/** Bolt refreshes a token with less than two hours left whenever it receives a payload. */
const tokenLifetimeS = 3600;

it('is carried on by Bolt from payload to payload', async () => {
  const seen: (string | undefined)[] = [];
  const listen = (app: App) => {
    app.command('/abilities', async ({ ack, client, command, context }) => {
      seen.push(context.botToken);
      await client.chat.postMessage({ channel: command.channel_id, text: 'with a fresh token' });
      await ack();
    });
  };
  const options = { workspaces: ['north', 'south'], app: { tokenRotation: true, tokenLifetimeS } } as const;
  const { cloud, installUrl, kept } = await openDistributedApp<'north' | 'south'>(options, listen);
  const { north } = cloud.workspaces;
  await cloud.installAs(north.people.ana, installUrl);
  const installed = kept.get('T0NORTH')?.bot?.token;
  expect(installed).toMatch(/^xoxe\.xoxb-/);

  const ana = north.as(north.people.ana);
  await ana.command('');
  cloud.expireTokens('T0NORTH');
  await ana.command('');
  expect(new Set([installed, ...seen]).size).toBe(3);
  expect(kept.get('T0NORTH')?.bot?.token).toBe(seen.at(-1));
  expect(north.botToken).toBe(seen.at(-1));
  expect(north.transcript.messages).toHaveLength(2);
});
