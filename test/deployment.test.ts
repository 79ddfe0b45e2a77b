import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { Settings } from '../src/config/settings.ts';

const read = (name: string) => readFile(new URL(`../docs/deploy/${name}`, import.meta.url), 'utf8');
const compose = await read('compose.yml');
const caddyfile = await read('Caddyfile');

/** The lines of a block of the compose file, without its first one. */
function blockOf(key: string, indent: number): string {
  const space = ' '.repeat(indent);
  const [, block = ''] = new RegExp(`^${space}${key}:.*\\n((?:${space} +.*\\n|\\n)+)`, 'm').exec(compose) ?? [];
  return block;
}

const BOTS = ['bot-1', 'bot-2', 'bot-3'];

test('the compose file starts three equal bots', () => {
  expect([...blockOf('services', 0).matchAll(/^ {2}([\w-]+): \*bot$/gm)].map(([, name]) => name)).toEqual(BOTS);
});

test('the proxy waits for each of them, and checks the health of each on the port that it listens on', () => {
  const waitsFor = [...blockOf('depends_on', 4).matchAll(/^ {6}(bot-\d):\n {8}condition: service_healthy$/gm)];
  // The first depends_on at that depth is the proxy's: the bots' own is in the shared part.
  expect(waitsFor.map(([, name]) => name)).toEqual(BOTS);
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? [];
  const [, port] = /^ {4}PORT: "(\d+)"$/m.exec(compose) ?? [];
  expect(upstreams.split(' ')).toEqual(BOTS.map((name) => `${name}:${port}`));
  expect(caddyfile).toMatch(/^\s+health_uri \/healthz$/m);
});

test('the upgrade in its comment replaces each of them', () => {
  const [, names = ''] =
    /^# {3}for bot in (.*); do docker compose up .* --no-deps \$bot \|\| break; done$/m.exec(compose) ?? [];
  expect(names.split(' ')).toEqual(BOTS);
});

test('a stopping bot has time to be taken out of the proxy and to finish', () => {
  const [, delay] = /^ {4}STOP_DELAY_SECONDS: "(\d+)"$/m.exec(compose) ?? [];
  const [, grace] = /^ {2}stop_grace_period: (\d+)s$/m.exec(compose) ?? [];
  const [, interval] = /^\s+health_interval (\d+)s$/m.exec(caddyfile) ?? [];
  expect(Number(delay)).toBeGreaterThanOrEqual(2 * Number(interval));
  const stopSeconds = Settings.shape.STOP_SECONDS.parse(undefined);
  expect(Number(grace)).toBeGreaterThan(Number(delay) + stopSeconds);
});

test.each([
  ['on the address that HOST names', '127.0.0.2', '127.0.0.2', 200, 0],
  ['on every address', undefined, '0.0.0.0', 200, 0],
  ['on the address that HOST names, and says that it is not healthy', '127.0.0.2', '127.0.0.2', 503, 1],
  ['on another address than HOST names', '127.0.0.3', '127.0.0.2', 200, 1],
])('the health check of the image finds a bot that listens %s', async (_, host, listensOn, status, expected) => {
  const dockerfile = await readFile(new URL('../Dockerfile', import.meta.url), 'utf8');
  const [, command = ''] = /^HEALTHCHECK [^\n]*\n {2}CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = z.array(z.string()).parse(JSON.parse(command));
  const server = createServer(({ url }, response) => void response.writeHead(url === '/healthz' ? status : 404).end());
  server.listen(0, listensOn);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const env = { PORT: String(port), ...(host === undefined ? {} : { HOST: host }) };
  const code = await new Promise((resolve) => {
    execFile(process.execPath, args, { env }).on('exit', resolve);
  });
  expect(code).toBe(expected);
});
