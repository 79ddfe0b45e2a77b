import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { postToResponseUrl, ResponseUrlError } from '../../src/slack/outbound/slack-errors.ts';
import { UnconfirmedError } from '../../src/slack/outbound/unconfirmed.ts';
import { HandClock } from '../hand-clock.ts';
import { closeServers, listen } from './hostile-server.ts';

afterEach(closeServers);

const MESSAGE = { text: 'hello', response_type: 'ephemeral', replace_original: false } as const;
const SECRET = 'made-up-secret-part';
const TIMEOUT_MS = 10_000;

/** The error of a post to a server that responds like this, with everything that could be logged of it. */
async function post(answer: RequestListener, clock: Pick<Clock, 'deadline'> = systemClock) {
  const { origin } = await listen(answer);
  const url = `${origin}/actions/T0/1/${SECRET}`;
  const error: unknown = await postToResponseUrl(url, MESSAGE, TIMEOUT_MS, clock).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  const shown = error instanceof Error ? [error.message, error.stack, JSON.stringify(error), String(error.cause)] : [];
  return { error, shown: shown.join('\n'), port: new URL(origin).port };
}

test('sends the message as JSON', async () => {
  const bodies: unknown[] = [];
  const { error } = await post((request, response) => {
    void json(request).then((body) => {
      bodies.push([request.method, body]);
      response.end('ok');
    });
  });
  expect(error).toBeUndefined();
  expect(bodies).toEqual([['POST', MESSAGE]]);
});

test.each<[string, RequestListener]>([
  ['a used URL', (_request, response) => response.writeHead(404).end('{"ok":false,"error":"used_url"}')],
  ['a broken Slack', (_request, response) => response.writeHead(500).end('oops')],
  ['a cut connection', (request) => void request.socket.resetAndDestroy()],
])('%s is an error that does not carry the URL', async (_name, answer) => {
  const { error, shown, port } = await post(answer);
  expect(error).toBeInstanceOf(Error);
  expect(shown).not.toContain(SECRET);
  expect(shown).not.toContain(port);
});

test('a redirect is not followed: the message goes nowhere else', async () => {
  const other = await listen((_request, response) => response.end('ok'));
  const { error, shown } = await post((_request, response) =>
    response.writeHead(307, { location: `${other.origin}/` }).end(),
  );
  expect(error).toMatchObject({ status: 307 });
  expect(shown).not.toContain(SECRET);
  expect(other.arrived).toEqual([]);
});

test('silence ends after the time that was given, without the URL', async () => {
  const clock = new HandClock();
  const { error, shown } = await post(() => clock.move(TIMEOUT_MS), clock);
  expect(error).toBeInstanceOf(UnconfirmedError);
  expect(shown).not.toContain(SECRET);
});

test('says with which status and word Slack refused, cut to what a log line takes', async () => {
  const { error } = await post((_request, response) =>
    response.writeHead(400).end(`invalid_blocks ${'x'.repeat(500)}`),
  );
  if (!(error instanceof ResponseUrlError)) throw new Error('a ResponseUrlError is expected');
  expect([error.status, error.reason.length]).toEqual([400, 100]);
  expect(error.reason).toMatch(/^invalid_blocks x/);
});

test('a refusal that comes with status 200 is one', async () => {
  const { error } = await post((_request, response) => response.end('{"ok":false,"error":"invalid_blocks"}'));
  expect(error).toMatchObject({ status: 200, reason: expect.stringContaining('invalid_blocks') });
});

test('one post is one request, for any response', async () => {
  let requests = 0;
  await post((_request, response) => {
    requests += 1;
    response.writeHead(503).end();
  });
  expect(requests).toBe(1);
});
