import type { WireInfo } from '../../src/page-api.ts';

export type Direction = WireInfo['direction'];

interface Words {
  from: string;
  /** Which way the bot sees it go. */
  arrow: '→' | '←';
  to: string;
  says: string;
  key: string;
}

/** Who asks whom, and what for. The bot stands in the middle. */
export const DIRECTIONS: Readonly<Record<Direction, Words>> = {
  'Slack to bot': {
    ...{ from: 'Slack', arrow: '→', to: 'bot', key: 'in' },
    says: 'What people do; the bot must react within 3 s.',
  },
  'bot to Slack': {
    ...{ from: 'Slack', arrow: '←', to: 'bot', key: 'out' },
    says: 'What the bot posts, edits and opens.',
  },
  'bot to service': {
    ...{ from: 'bot', arrow: '→', to: 'service', key: 'service' },
    says: 'What it reads and changes on the account.',
  },
};

export const directionNames: readonly Direction[] = ['Slack to bot', 'bot to Slack', 'bot to service'];
