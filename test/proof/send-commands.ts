import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { CommandLoad, LoadReport } from './command-load.ts';

/**
 * A process that types commands as Slack would send them, at a fixed rate regardless of earlier answers, and receives
 * the answers at its own response URLs. Prints a LoadReport.
 */
const Load = z.object({
  port: z.number(),
  signingSecret: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
  teamId: z.string(),
  channelId: z.string(),
  userIds: z.array(z.string()),
  lines: z.array(z.string()),
}) satisfies z.ZodType<CommandLoad>;

const TICK_MS = 5;
/** For commands still in progress after the last one was sent. */
const LAST_MS = 30_000;
const MAX_NAMED = 5;
/** An answer that reports a failure counts as an error. */
const TROUBLE =
  /went wrong|isn't responding|can't be reached|internal error|rate limiting|can't read|couldn't check your role/;

const load = Load.parse(JSON.parse(process.argv[2] ?? '{}'));
// Idle connections end before the bot closes them after 5 s: a request on a closing connection is lost.
const agent = new Agent({ keepAlive: true, timeout: 3_000 });
const acks: number[] = [];
const answers: number[] = [];
const wrong: string[] = [];
let mistakes = 0;
const sentAt = new Map<string, number>();
let sent = 0;
let mostBehindMs = 0;

const say = (sentence: string) => {
  mistakes += 1;
  if (wrong.length < MAX_NAMED) wrong.push(sentence);
};

const server = createServer(async (incoming, outgoing) => {
  const body = await text(incoming);
  outgoing.end('ok');
  // An extra notice while the answer is still pending.
  if (body.includes('"text":"Still working on it…')) return;
  const id = incoming.url ?? '';
  const at = sentAt.get(id);
  if (at === undefined) return say(`an answer came twice, or to nothing: ${body.slice(0, 200)}`);
  sentAt.delete(id);
  answers.push(performance.now() - at);
  if (TROUBLE.test(body)) say(`answered: ${body.slice(0, 300)}`);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

function send(number: number): void {
  const id = `/commands/${load.teamId}/${number}/made-up`;
  const of = (all: readonly string[]) => all[number % all.length] ?? '';
  const userId = of(load.userIds);
  const body = new URLSearchParams({
    token: 'made-up',
    team_id: load.teamId,
    team_domain: 'local',
    channel_id: load.channelId,
    channel_name: 'general',
    user_id: userId,
    user_name: userId,
    command: '/abilities',
    text: of(load.lines),
    api_app_id: 'A0LOCAL',
    is_enterprise_install: 'false',
    response_url: `${origin}${id}`,
    trigger_id: `${number}.made-up`,
  }).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', load.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  const startedAt = performance.now();
  sentAt.set(id, startedAt);
  const outgoing = request(
    {
      host: '127.0.0.1',
      port: load.port,
      path: '/slack/events',
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
      },
    },
    (response) => {
      acks.push(performance.now() - startedAt);
      if (response.statusCode !== 200) say(`acked with ${response.statusCode}`);
      response.resume();
    },
  );
  outgoing.once('error', (error) => say(`not acked: ${error.message}`));
  outgoing.end(body);
}

const beganAt = performance.now();
for (let elapsed = 0; elapsed < load.seconds * 1000; elapsed = performance.now() - beganAt) {
  const due = Math.floor((elapsed / 1000) * load.perSecond);
  mostBehindMs = Math.max(mostBehindMs, ((due - sent) / load.perSecond) * 1000);
  while (sent < due) {
    send(sent);
    sent += 1;
  }
  await wait(TICK_MS);
}
const sentMs = performance.now() - beganAt;
const lastAt = performance.now() + LAST_MS;
while (sentAt.size > 0 && performance.now() < lastAt) await wait(TICK_MS);
if (sentAt.size > 0) say(`${sentAt.size} were not answered`);

const spread = (times: number[]) => {
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
};
const report: LoadReport = {
  sent,
  perSecond: Math.round((sent / sentMs) * 1000),
  mostBehindMs: Math.round(mostBehindMs),
  acks: spread(acks),
  answers: spread(answers),
  mistakes,
  wrong,
};
process.stdout.write(JSON.stringify(report));
process.exit(0);
