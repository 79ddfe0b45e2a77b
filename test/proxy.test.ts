import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { startLocalService } from '@abilities-bot/local-service';
import { startLocalSlack } from '@abilities-bot/local-slack';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { UNHURRIED } from '../packages/local-slack/test/unhurried.ts';
import { DECLARED_APP } from '../packages/playground/src/declared-app.ts';
import { readConfig } from '../src/config/config.ts';
import { examineHere } from './doctor/run-doctor-command.ts';
import { goodZip } from './e2e/zips.ts';
import { socketEnv } from './environments.ts';
import { makeFolder } from './make-folder.ts';
import { runMain } from './run-main.ts';
import { listenOnAnyPort } from './service-client/listen-on-any-port.ts';
import { until } from './until.ts';

const API_KEY = 'key-made-up-for-tests';
const PASSWORD = 'password-made-up';
/** Resolved by the proxy only. */
const SERVICE = 'service.invalid';

/** A proxy that needs a password. Keeps what was sent through each of its tunnels. */
async function startProxy(servicePort: number) {
  const sent: string[] = [];
  const refused: string[] = [];
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const asked = request.headers['proxy-authorization'];
    if (asked !== `Basic ${Buffer.from(`bot:${PASSWORD}`).toString('base64')}`) {
      refused.push(request.url ?? '');
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host, port = '80'] = (request.url ?? '').split(':');
    const to = host === SERVICE ? connect(servicePort, '127.0.0.1') : connect(Number(port), host);
    const tunnel = sent.push('') - 1;
    const keep = (bytes: Buffer) => {
      sent[tunnel] += bytes.toString('latin1');
    };
    client.on('error', () => to.destroy()).on('data', keep);
    to.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => to.destroy());
    to.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      keep(head);
      to.write(head);
      client.pipe(to);
      to.pipe(client);
    });
  });
  const { baseUrl } = await listenOnAnyPort(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const lines = () => sent.join('\n').match(/(GET|POST|PUT) \S+ HTTP\/1\.1/g) ?? [];
  return { url: new URL(baseUrl), lines, refused };
}

async function start() {
  const service = await startLocalService({
    dataDir: await makeFolder(),
    apiKey: API_KEY,
    seed: 'demo',
    logger: false,
  });
  onTestFinished(() => service.close());
  const slack = await startLocalSlack({ ...DECLARED_APP, ...UNHURRIED });
  onTestFinished(() => slack.close());
  const proxy = await startProxy(Number(new URL(service.baseUrl).port));
  proxy.url.username = 'bot';
  proxy.url.password = PASSWORD;
  const settings = {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: `http://${SERVICE}`,
    SERVICE_API_KEY: API_KEY,
    HTTP_PROXY: proxy.url.href,
    PORT: '0',
  };
  return { proxy, settings, slack };
}

test('everything that the bot fetches goes through the proxy', async () => {
  const { proxy, settings, slack } = await start();
  const bot = await runMain(settings);
  await bot.logged('bot ready');
  const ana = slack.as(slack.people.ana);
  // Only the proxy knows where the service is.
  await ana.command('list');
  await slack.nextMessage(({ text }) => text.includes('3 not installed'));
  const { messageTs } = await ana.drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  await slack.nextMessage(({ text, threadTs }) => threadTs === messageTs && text.includes('as an Ability?'));
  const ways = {
    'Web API': /^POST \/api\/\S+/,
    socket: /^GET \/link\/\?ticket=/,
    download: /^GET \/files-pri\//,
    'response URL': /^POST \/commands\//,
    service: /^GET \/api\/(?!chat|auth|files)\S*capabilities/,
  };
  const missing = () =>
    Object.entries(ways).flatMap(([way, line]) => (proxy.lines().some((one) => line.test(one)) ? [] : [way]));
  await until(() => missing().length === 0);
  expect(proxy.refused).toEqual([]);
  // The hosts that the proxy is not for are reached directly.
  const before = proxy.lines().length;
  const direct = await runMain({ ...settings, NO_PROXY: '127.0.0.1' });
  await direct.logged('bot ready');
  expect(
    proxy
      .lines()
      .slice(before)
      .filter((line) => /auth\.test|\/link\//.test(line)),
  ).toEqual([]);
});

test('the doctor names the proxy, without its password', async () => {
  const { settings } = await start();
  const usual = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(usual));
  const { lines, stdout } = await examineHere({ ...settings, NO_PROXY: '127.0.0.1' });
  expect(lines.Proxy).toMatch(/^good: http:\/\/127\.0\.0\.1:\d+ for http, except 127\.0\.0\.1\.$/);
  expect(stdout).not.toContain(PASSWORD);
});

test('its settings may be in lower case, and upper case comes first', () => {
  const lower = { https_proxy: 'http://lower.example:1', no_proxy: 'a.example' };
  expect(readConfig({ ...socketEnv, ...lower }).proxy).toEqual({
    http: null,
    https: 'http://lower.example:1',
    notFor: 'a.example',
  });
  expect(readConfig({ ...socketEnv, ...lower, HTTPS_PROXY: 'http://upper.example:1' }).proxy).toMatchObject({
    https: 'http://upper.example:1',
  });
});
