import { parseArgs } from 'node:util';
import { createLogger } from '../logger.ts';
import { renderText } from './block-kit/render-text.ts';
import type { Person } from './local-slack/local-slack.ts';
import { startPlayground } from './start-playground.ts';
import { walkTour } from './tour/walk-tour.ts';

const USAGE = `Walks the main job of the bot on this machine, without a Slack workspace, an account or a network.

  npm run playground            over Socket Mode
  npm run playground -- --http  over HTTP
`;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function run(mode: 'socket' | 'http'): Promise<void> {
  const log = createLogger('error', [], process.stderr);
  const playground = await startPlayground({ mode, log });
  print(`The service answers at ${playground.service.baseUrl}, the local Slack at ${playground.slack.apiUrl}.`);
  print(`The bot is connected over ${mode === 'socket' ? 'Socket Mode' : 'HTTP'}.`);
  let steps = 0;
  try {
    await walkTour({
      slack: playground.slack,
      onStep: (title) => {
        steps += 1;
        print(`\n${steps}. ${title}\n`);
      },
      onSeen: (seen) => print(`${indent(withNames(renderText(seen), Object.values(playground.slack.people)))}\n`),
    });
    print(`All ${steps} steps went as they should.`);
  } catch (error) {
    print(`\nStep ${steps} did not go as it should. ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await playground.close();
  }
}

/** Mentions as a client shows them. */
const withNames = (text: string, people: readonly Person[]) =>
  people.reduce((shown, { id, name }) => shown.replaceAll(`@${id}`, `@${name}`), text);

const indent = (text: string) => text.replace(/^/gm, '   | ');

const { values } = parseArgs({ options: { http: { type: 'boolean' }, help: { type: 'boolean' } }, strict: true });
if (values.help) print(USAGE);
else await run(values.http ? 'http' : 'socket');
