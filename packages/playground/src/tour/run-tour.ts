import type { Person } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { createLogger } from '../../../../src/base/logger.ts';
import { startPlayground } from '../start-playground.ts';
import { walkTour } from './walk-tour.ts';

/**
 * Runs the main workflow in the terminal and prints each message as text.
 * @returns whether every step succeeded.
 */
export async function runTour(mode: 'socket' | 'http', print: (text: string) => void): Promise<boolean> {
  const log = createLogger('error', [], process.stderr);
  const playground = await startPlayground({ mode, log });
  const people = Object.values(playground.slack.people);
  print(`Service: ${playground.service.baseUrl}. Local Slack: ${playground.slack.apiUrl}.`);
  print(`The bot is connected over ${mode === 'socket' ? 'Socket Mode' : 'HTTP'}.`);
  let steps = 0;
  try {
    await walkTour({
      slack: playground.slack,
      onStep: (title) => {
        steps += 1;
        print(`\n${steps}. ${title}\n`);
      },
      onSeen: (seen) => print(`${indent(withNames(renderText(seen), people))}\n`),
    });
    print(`All ${steps} steps passed.`);
    return true;
  } catch (error) {
    print(`\nStep ${steps} failed. ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await playground.close();
  }
}

/** Mentions as a client renders them. */
const withNames = (text: string, people: readonly Person[]) =>
  people.reduce((shown, { id, name }) => shown.replaceAll(`@${id}`, `@${name}`), text);

const indent = (text: string) => text.replace(/^/gm, '   | ');
