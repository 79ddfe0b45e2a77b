import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '@abilities-bot/local-service';
import { startPagePlayground } from './start-page-playground.ts';
import { runTour } from './tour/run-tour.ts';

const USAGE = `Try the bot on this machine, without a Slack workspace, an account or a network.

  npm run playground                    opens a page for the browser
  npm run playground -- --port 4100     … on this port (default 4020)
  npm run playground -- --fresh         … deleting the data in .playground first
  npm run playground -- --tour          walks through the main job in the terminal instead
  npm run playground -- --tour --http   … over HTTP instead of Socket Mode
`;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function showPage(port: number, fresh: boolean): Promise<void> {
  const playground = await startPagePlayground({ folder: resolve('.playground'), port, fresh });
  print(`The playground is at ${playground.url}`);
  print('Press Ctrl+C to stop. Data is kept in .playground; start with --fresh to delete it.');
  const stop = () => {
    playground.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
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
    },
  });
  port = readPort(values.port);
  if (values.help) print(USAGE);
  else if (values.tour) process.exitCode = (await runTour(values.http ? 'http' : 'socket', print)) ? 0 : 1;
  else if (port === null) throw new StartError(`--port must be a number from 0 to 65535, not “${values.port}”.`);
  else await showPage(port, values.fresh ?? false);
} catch (error) {
  const sentence = explain(error, port);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
