import type { ServerResponse } from 'node:http';
import type { CodedError } from '@slack/bolt';
import type { InstallationDocument } from './installations.ts';

/** These pages load nothing external, aren't cached, and send no referrer, because their URLs may contain a code. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

const STYLE =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem;color:#1d1c1d;background:#fff}' +
  'a{color:#0b4c8c}code{background:#f0f0f0;padding:.1em .3em;border-radius:.2em}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1a1d21}a{color:#8ec5ff}code{background:#333}}';

/** A page of the installation, with text only and no scripts. */
interface InstallPage {
  title: string;
  /** Bot commands are in backticks. */
  paragraphs: readonly string[];
  link?: { text: string; address: string };
}

export function renderInstallPage({ link, paragraphs, title }: InstallPage): string {
  const commands = (text: string) => escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
  return [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${commands(text)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.text)}</a></p>`] : []),
    '</main></body></html>',
  ].join('\n');
}

export function setPageHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

export function sendInstallPage(response: ServerResponse, status: number, page: InstallPage): void {
  setPageHeaders(response);
  response.writeHead(status).end(renderInstallPage(page));
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

export const beginPage = (address: string): InstallPage => ({
  title: 'Install Abilities in Slack',
  paragraphs: [
    'Manage your voice Agents and their Abilities from Slack. The next page shows the permissions and the workspace.',
    'After that, a workspace admin has to connect an account with `/abilities connect`.',
  ],
  link: { text: 'Continue to Slack', address },
});

export function installedPage({ enterprise, isEnterpriseInstall, team }: InstallationDocument): InstallPage {
  const named = (isEnterpriseInstall ? enterprise?.name : team?.name) ?? 'your workspace';
  return {
    title: 'Abilities is installed',
    paragraphs: [
      `The app is installed in ${named}.`,
      "If no account is connected yet, ask a workspace admin to run `/abilities connect` and enter the account's API key.",
      '`/abilities help` shows how to use the app. You can close this page.',
    ],
    ...(team && !isEnterpriseInstall
      ? { link: { text: 'Open Slack', address: `https://app.slack.com/client/${encodeURIComponent(team.id)}` } }
      : {}),
  };
}

/** Explains a failed installation by its error code. Never repeats anything from the URL. */
export function failedPage({ code }: Pick<CodedError, 'code'>, installPath: string): InstallPage & { status: number } {
  const { paragraph, status } = FAILURES[code] ?? OTHER_FAILURE;
  return {
    status,
    title: 'Abilities was not installed',
    paragraphs: [paragraph, 'Nothing was saved. If Slack lists the app anyway, install it again.'],
    link: { text: 'Start over', address: installPath },
  };
}

/** By error code of Bolt's installer. */
const FAILURES: Record<string, { status: number; paragraph: string }> = {
  // Slack's `error=access_denied`.
  slack_oauth_installer_authorization_error: { status: 200, paragraph: 'You canceled the installation in Slack.' },
  slack_oauth_invalid_state: {
    status: 400,
    paragraph:
      'The installation took longer than 10 minutes or was started in another browser, or this page was opened twice.',
  },
  slack_oauth_missing_state: { status: 400, paragraph: 'This page only works during an installation.' },
  slack_oauth_missing_code: { status: 400, paragraph: 'This page only works during an installation.' },
};
const OTHER_FAILURE = { status: 502, paragraph: "Slack didn't confirm the installation, or it couldn't be saved." };
