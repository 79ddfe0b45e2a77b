import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginPage, failedPage, installedPage, renderInstallPage } from '../../../src/app/multi/install-pages.ts';

const BOT = { id: 'B1', userId: 'U1', token: 'xoxb-made-up', scopes: [] };
const installed = (name: string) => ({
  team: { id: 'T1', name },
  isEnterpriseInstall: false,
  user: { id: 'U1' },
  bot: BOT,
});
const TAGS = /<(\/?[a-z]+)/g;

test('any name of a workspace stays text, and no token is on the page', () => {
  const usual = [...renderInstallPage(installedPage(installed('North'))).matchAll(TAGS)].map(([, tag]) => tag);
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('<script>alert(1)</script>', '"><img src=x>', '&amp;', "'")),
      (name) => {
        // Backticks mark the bot's own commands.
        const page = renderInstallPage(installedPage(installed(name.replaceAll('`', ''))));
        expect([...page.matchAll(TAGS)].map(([, tag]) => tag)).toEqual(usual);
        expect(page).not.toContain('xoxb');
      },
    ),
  );
});

test('the way on to Slack is written so that its parameters stay apart', () => {
  const page = renderInstallPage(beginPage('https://slack.com/oauth/v2/authorize?scope=a,b&state=c"d'));
  expect(page).toContain('href="https://slack.com/oauth/v2/authorize?scope=a,b&amp;state=c&quot;d"');
});

test('a failure says what to do, by its code alone', () => {
  expect(failedPage({ code: 'slack_webapi_platform_error' }, '/slack/install')).toMatchObject({
    status: 502,
    title: 'Abilities was not installed',
    link: { text: 'Start over', address: '/slack/install' },
  });
});

test('the pages say what they say', () => {
  const pages = [
    beginPage('https://slack.com/oauth/v2/authorize'),
    installedPage(installed('North')),
    installedPage({ isEnterpriseInstall: true, enterprise: { id: 'E1', name: 'Both' }, user: { id: 'U1' }, bot: BOT }),
    failedPage({ code: 'slack_oauth_invalid_state' }, '/slack/install'),
  ];
  expect(pages.map(({ paragraphs, title }) => [title, ...paragraphs].join('\n'))).toMatchSnapshot();
});
