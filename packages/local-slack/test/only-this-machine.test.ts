import { once } from 'node:events';
import { request } from 'node:http';
import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { openSlack } from './tiny-app.ts';

/** The status of a request with a Host or an Origin, which fetch does not allow to set. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(url, { headers }).end();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('upgrade', (response, stream) => {
      stream.destroy();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
  });
  if (!sent.destroyed) await once(sent, 'close');
  return status;
}

const VISITORS = [
  ['a program', {}, true],
  ['a name that somebody pointed at this machine', { host: 'evil.example' }, false],
  ['a page of another site', { origin: 'https://evil.example' }, false],
  ['a page on another port of this machine', { origin: 'http://127.0.0.1:1' }, false],
] as const;

test.each(VISITORS)('the Web API answers only this machine: %s', async (_who, headers, isAnswered) => {
  const slack = await openSlack();
  expect(await statusOf(`${slack.apiUrl}auth.test`, headers)).toBe(isAnswered ? 200 : 403);
});

test.each(VISITORS)('a socket opens only for this machine: %s', async (_who, headers, isAnswered) => {
  const slack = await openSlack();
  const web = new WebClient(slack.appToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
  const { url = '' } = await web.apps.connections.open();
  const asUpgrade = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' };
  const status = await statusOf(url.replace(/^ws:/, 'http:'), {
    ...asUpgrade,
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    ...headers,
  });
  expect(status).toBe(isAnswered ? 101 : 403);
});
