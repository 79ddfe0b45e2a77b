import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '@abilities-bot/local-service';
import type { PageServer } from '@abilities-bot/local-slack/page';
import { startPagePlayground } from './start-page-playground.ts';
import { runTour } from './tour/run-tour.ts';

const USAGE = `Try the bot on this machine, without a Slack workspace, an account or a network.

  npm run playground                    opens a page for the browser
  npm run playground -- --port 4100     … on this port (default 4020)
  npm run playground -- --fresh         … deleting the data in .playground first
  npm run playground -- --tour          walks through the main workflow in the terminal instead
  npm run playground -- --tour --http   … over HTTP instead of Socket Mode

  npm run replicas                      the page with three bots over HTTP on one PostgreSQL database
  npm run replicas -- --replicas 5      … with this many bots
  DATABASE_URL=… npm run replicas       … with a database created on this server (default postgres@127.0.0.1:5432)
`;

const FOLDER = resolve('.playground');
/** Apart from the data of a playground with one bot, which keeps it. */
const REPLICAS_FOLDER = resolve('.playground/replicas');
const SERVER = 'postgresql://postgres@127.0.0.1:5432/postgres';
const MAX_REPLICAS = 10;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function showPage(port: number, fresh: boolean): Promise<void> {
  print('Starting a local Slack, the bot and a demo account…');
  const playground = await startPagePlayground({ folder: FOLDER, port, fresh });
  print(`The playground is at ${playground.url}`);
  print('Press Ctrl+C to stop. Data is kept in .playground; start with --fresh to delete it.');
  stopOnSignal(playground);
}

async function showReplicas(port: number, count: number): Promise<void> {
  const server = process.env.DATABASE_URL || SERVER;
  const playground = await startPagePlayground({
    folder: REPLICAS_FOLDER,
    port,
    fresh: true,
    replicas: { count, server },
  });
  print(`The playground is at ${playground.url}. Slack's requests go to these bots in turn:`);
  for (const [index, { logFile, running }] of playground.bots.entries()) {
    print(`  bot ${index + 1}: PID ${running?.pid}, port ${running?.port}, log ${relative('.', logFile)}`);
  }
  const pid = playground.bots[0]?.running?.pid;
  print(`Kill one with “kill -9 ${pid}”, or stop it gracefully with “kill ${pid}”: the others keep answering.`);
  print('The switches on the page also kill and restart a bot.');
  print('Press Ctrl+C to stop all bots and drop the database.');
  stopOnSignal(playground);
}

function stopOnSignal(playground: PageServer): void {
  let stopping = false;
  const stop = () => {
    // npm and tsx may pass on a signal that the terminal has already sent to the whole group.
    if (stopping) return;
    stopping = true;
    playground.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function readCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_REPLICAS) return count;
  throw new StartError(`--replicas must be a number from 1 to ${MAX_REPLICAS}, not “${text}”.`);
}

function readPort(text: string): number | null {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : null;
}

/** A usage error or a port in use is explained in a sentence; other errors keep their stack. */
function explain(error: unknown, port: number | null): string | null {
  if (error instanceof StartError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with --port.`;
  if (code.startsWith('ERR_PARSE_ARGS') && error instanceof Error) return `${error.message}\n\n${USAGE}`;
  return null;
}

let port: number | null = null;
try {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      tour: { type: 'boolean' },
      http: { type: 'boolean' },
      fresh: { type: 'boolean' },
      port: { type: 'string', default: '4020' },
      replicas: { type: 'string' },
    },
  });
  port = readPort(values.port);
  if (values.help) print(USAGE);
  else if (values.tour) process.exitCode = (await runTour(values.http ? 'http' : 'socket', print)) ? 0 : 1;
  else if (port === null) throw new StartError(`--port must be a number from 0 to 65535, not “${values.port}”.`);
  else if (values.replicas !== undefined) await showReplicas(port, readCount(values.replicas));
  else await showPage(port, values.fresh ?? false);
} catch (error) {
  const sentence = explain(error, port);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
