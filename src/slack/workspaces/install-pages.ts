import type { CodedError } from '@slack/bolt';
import type { InstallPage } from './install-page.ts';
import type { InstallationDocument } from './installation-document.ts';

/** Where an installation begins. */
export const beginPage = (address: string): InstallPage => ({
  title: 'Install Abilities in Slack',
  paragraphs: [
    'Abilities manages the Agents and Abilities of an account from Slack. On the next page Slack shows what it asks for, and in which workspace.',
    'Afterwards an admin of the workspace connects an account with `/abilities connect`.',
  ],
  link: { text: 'Go on to Slack', address },
});

export function installedPage({ enterprise, isEnterpriseInstall, team }: InstallationDocument): InstallPage {
  const named = (isEnterpriseInstall ? enterprise?.name : team?.name) ?? 'your workspace';
  return {
    title: 'Abilities is installed',
    paragraphs: [
      `It is installed in ${named}.`,
      'Unless an account is connected already: in Slack, an admin of the workspace writes `/abilities connect` and enters the API key of an account. Until then there is nothing to show.',
      '`/abilities help` lists what can be done. You can close this page.',
    ],
    ...(team && !isEnterpriseInstall
      ? { link: { text: 'Open Slack', address: `https://app.slack.com/client/${encodeURIComponent(team.id)}` } }
      : {}),
  };
}

/** Why nothing was installed, by the error's code alone: without anything of what the address carried. */
export function failedPage({ code }: Pick<CodedError, 'code'>, installPath: string): InstallPage & { status: number } {
  const { paragraph, status } = FAILURES[code] ?? OTHER_FAILURE;
  return {
    status,
    title: 'Abilities was not installed',
    paragraphs: [paragraph, 'Nothing is kept here. If Slack lists the app all the same, begin again: that mends it.'],
    link: { text: 'Begin again', address: installPath },
  };
}

/** By the codes of Bolt's installer. */
const FAILURES: Record<string, { status: number; paragraph: string }> = {
  // What Bolt makes of `error=access_denied`.
  slack_oauth_installer_authorization_error: { status: 200, paragraph: 'You chose Cancel at Slack.' },
  slack_oauth_invalid_state: {
    status: 400,
    paragraph:
      'This page was not reached from an installation that began in this browser within the last ten minutes, or it was opened twice.',
  },
  slack_oauth_missing_state: { status: 400, paragraph: 'This page is only reached from an installation.' },
  slack_oauth_missing_code: { status: 400, paragraph: 'This page is only reached from an installation.' },
};
const OTHER_FAILURE = { status: 502, paragraph: 'Slack did not confirm the installation, or it could not be kept.' };
