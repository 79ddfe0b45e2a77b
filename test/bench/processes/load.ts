import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { LoadJob, type LoadReport } from '../load-job.ts';
import { percentile } from '../statistics.ts';

/** Sends signed payloads to an app as Slack does, on keep-alive connections, and reports the ack latencies. */
const pools = new Map<string, Pool>();
let count = 0;

async function run(job: LoadJob): Promise<LoadReport> {
  const { connections, forMs, rate } = job;
  const { origin, pathname } = new URL(job.url);
  const pool = pools.get(origin) ?? new Pool(origin, { connections, pipelining: 1 });
  pools.set(origin, pool);
  const latencies: number[] = [];
  let failed = 0;
  const send = async () => {
    const body = encode(job);
    const sentAt = performance.now();
    try {
      const { body: ack, statusCode } = await pool.request({
        path: pathname,
        method: 'POST',
        body,
        headers: headersOf(body, job.signingSecret),
      });
      await ack.dump();
      if (statusCode === 200) latencies.push(performance.now() - sentAt);
      else failed += 1;
    } catch {
      failed += 1;
    }
  };
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= forMs;
  if (rate === null) {
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (!isOver()) await send();
      }),
    );
  } else {
    const sent: Promise<void>[] = [];
    for (let dueAt = startedAt; !isOver(); dueAt += 1000 / rate) {
      await wait(Math.max(0, dueAt - performance.now()));
      sent.push(send());
    }
    await Promise.all(sent);
  }
  const tookMs = performance.now() - startedAt;
  const { system, user } = process.cpuUsage(cpuBefore);
  const [p50, p99] = latencies.length > 0 ? [percentile(latencies, 0.5), percentile(latencies, 0.99)] : [0, 0];
  return { acked: latencies.length, failed, tookMs, p50, p99, cpuMs: (system + user) / 1000 };
}

function encode({ channelId, line, sinkUrl, teamId, userIds }: LoadJob): string {
  count += 1;
  const userId = userIds[count % userIds.length] ?? '';
  const from = { team_id: teamId, api_app_id: 'A0BENCH', trigger_id: `${count}.bench` };
  if (line !== null) {
    const sender = { user_id: userId, user_name: 'ana', channel_id: channelId, channel_name: 'ops' };
    const typed = { command: '/abilities', text: line, response_url: `${sinkUrl}/commands/${teamId}/${count}` };
    return new URLSearchParams({ ...from, ...sender, ...typed, team_domain: 'bench' }).toString();
  }
  const view = { id: 'V0BENCH', type: 'modal', hash: '1.bench', callback_id: 'bench', private_metadata: '{}' };
  const interaction = {
    ...from,
    type: 'block_actions',
    team: { id: teamId, domain: 'bench' },
    view,
    user: { id: userId, team_id: teamId },
    container: { type: 'view', view_id: view.id },
    actions: [{ type: 'plain_text_input', action_id: 'bench', block_id: 'bench' }],
  };
  return new URLSearchParams({ payload: JSON.stringify(interaction) }).toString();
}

/** Slack's request signature, version 0. */
function headersOf(body: string, signingSecret: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${time}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': time,
    'x-slack-signature': `v0=${digest}`,
  };
}

process.on('message', (message) => {
  run(LoadJob.parse(message)).then(
    (report) => process.send?.(report),
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.stdout.write('READY\n');
