import { startLocalSlack } from '@abilities-bot/local-slack';
import { expect, onTestFinished, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { startBot } from '../../src/app/start-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import { readConfig } from '../../src/config/config.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { makeFolder } from '../make-folder.ts';
import { singleService } from '../single-service.ts';
import { until } from '../until.ts';

/** A Socket Mode bot that only needs Slack: the help works without a service. */
async function open() {
  const slack = await startLocalSlack();
  const config = readConfig({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: 'key-made-up-for-tests',
    PORT: '0',
    SPOOL_DIR: await makeFolder(),
  });
  const log = createLogger('error', [], { write: () => undefined });
  const bot = await startBot({
    config,
    log,
    openService: () => singleService(config),
    metrics: new Metrics({ mode: 'socket', connectionGraceMs: 1 }),
  });
  onTestFinished(async () => {
    await bot.stop();
    await slack.close();
  });
  const health = async () => (await fetch(`http://127.0.0.1:${bot.port}/healthz`)).status;
  return { slack, health };
}

test('a socket that is cut comes back though Slack fails at first, and /healthz says so meanwhile', {
  timeout: 60_000,
}, async () => {
  const { health, slack } = await open();
  expect(await health()).toBe(200);
  const gate = hold();
  slack.faults.add({ method: 'apps.connections.open', times: 3, fault: { status: 500 } });
  slack.faults.add({ method: 'apps.connections.open', fault: { delayUntil: gate.until } });
  slack.sockets.cut();
  await until(async () => (await health()) === 503);
  expect(slack.sockets.size).toBe(0);
  gate.letGo();
  await slack.connected();
  expect(await slack.as(slack.people.ana).command('help')).toMatchObject({ acked: true });
  await slack.nextMessage(({ text }) => text.includes('/abilities list'));
  expect(await health()).toBe(200);
  const failed = slack.wire.filter(({ name, status }) => name === 'apps.connections.open' && status === 500);
  expect(failed).toHaveLength(3);
});
