import { good } from '../core/finding.ts';
import type { Check } from './check.ts';
import type { TenancyKind } from './slack-token.ts';

const TENANCY: Record<TenancyKind, string> = {
  single: 'one workspace',
  multi: 'all workspaces that install the app',
};

/** How Slack reaches the bot, as it is set. */
export const checkMode = (mode: 'socket' | 'http', tenancy: TenancyKind): Check => ({
  subject: 'Mode',
  fixWithoutAnswer: 'Restart the bot.',
  look: () => good(`${mode === 'socket' ? 'Socket Mode' : 'HTTP, at /slack/events'}, for ${TENANCY[tenancy]}.`),
});
