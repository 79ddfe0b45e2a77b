import { bad, good, unknown } from '../core/finding.ts';
import type { Check } from './check.ts';
import type { AskSlack } from './slack-answer.ts';
import { INSTALL_AGAIN, type TenancyKind } from './slack-token.ts';
import { SLACK_AWAY_FIX } from './slack-trouble.ts';

/** Which of the scopes that the manifest asks for the token has, as Slack says with each answer. */
export const checkScopes = (ask: AskSlack, needed: readonly string[], tenancy: TenancyKind): Check => ({
  subject: 'Scopes',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  look: async () => {
    const answer = await ask();
    if (answer.kind !== 'ok') return unknown('Slack tells them with a token that it accepts only.');
    const { scopes } = answer;
    if (scopes === null) return unknown('Slack did not say which ones the token has.');
    const missing = needed.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) {
      return bad(
        `${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
        `Add what is missing to the Bot Token Scopes on the app's page OAuth & Permissions, as manifest.yml has them. ${INSTALL_AGAIN[tenancy]}`,
      );
    }
    const more = scopes.filter((scope) => !needed.includes(scope));
    const besides = more.length > 0 ? ` It has more than needed: ${list(more)}.` : '';
    return good(`The token has all ${needed.length} of the manifest.${besides}`);
  },
});

const MAX_NAMED = 10;

/** Slack's own words, as many as one reads. */
function list(scopes: readonly string[]): string {
  const shown = scopes.slice(0, MAX_NAMED).join(', ');
  return scopes.length > MAX_NAMED ? `${shown} and ${scopes.length - MAX_NAMED} more` : shown;
}
