import type { LocalSlackOptions } from '@abilities-bot/local-slack';
import { BOT_EVENTS, BOT_SCOPES, SHORTCUTS } from '../../../src/slack/workspace.ts';

/** The declarations of the bot's manifest, as local Slack options. */
export const DECLARED_APP: Required<Pick<LocalSlackOptions, 'scopes' | 'events' | 'shortcuts'>> = {
  scopes: Object.keys(BOT_SCOPES),
  events: BOT_EVENTS,
  shortcuts: Object.entries(SHORTCUTS).map(([callbackId, { name, type }]) => ({ callbackId, name, type })),
};
