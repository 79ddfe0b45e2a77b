import { quoteName } from '@abilities-bot/ability-zip';
import { bad, good } from '../core/finding.ts';
import type { Check } from './check.ts';
import type { AskSlack } from './slack-answer.ts';
import { explainSlackTrouble, SLACK_AWAY_FIX } from './slack-trouble.ts';

export type TenancyKind = 'single' | 'multi';

export const INSTALL_AGAIN: Record<TenancyKind, string> = {
  single:
    'Reinstall the app to the workspace on its page OAuth & Permissions, and set SLACK_BOT_TOKEN to the Bot User OAuth Token there.',
  multi: 'Reinstall the app at /slack/install.',
};

/** Whether Slack takes the bot token (auth.test). */
export const checkSlackToken = (ask: AskSlack, tenancy: TenancyKind): Check => ({
  subject: 'Slack token',
  fixWithoutAnswer: SLACK_AWAY_FIX,
  look: async () => {
    const answer = await ask();
    if (answer.kind !== 'ok') {
      return explainSlackTrouble(answer, (error) =>
        bad(`Slack does not accept it (${error}).`, INSTALL_AGAIN[tenancy]),
      );
    }
    const { ms, team } = answer;
    return good(`Slack accepts it${team === null ? '' : `, for ${quoteName(team)}`}, in ${ms} ms.`);
  },
});
