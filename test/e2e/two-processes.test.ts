import { renderText } from '@abilities-bot/local-slack/block-kit';
import { describe, expect, test } from 'vitest';
import { scrape } from '../metrics/read-numbers.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { startTwoBots, type TwoBots } from './start-two-bots.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

type Name = 'ana' | 'ben';

function inNorth({ house }: TwoBots) {
  const slack = house.cloud.workspaces.north;
  const as = (who: Name) => slack.as(slack.people[who]);
  /** What a person gets for a command, once it has these words. */
  const says = async (line: string, words: RegExp, who: Name = 'ana') => {
    const after = slack.transcript.revision;
    await as(who).command(line);
    return renderText(await slack.nextMessage(({ text }) => words.test(text), { after }));
  };
  return { slack, as, says };
}

describe.runIf(storeKinds.includes('postgresql'))('what one process changes, another one shows:', () => {
  test('a switched Ability, although lists are kept for a minute', async () => {
    const bots = await startTwoBots();
    const { says } = inNorth(bots);
    bots.use('other');
    await says('list', /News: enabled/);
    bots.use('first');
    await says('disable News', /News disabled by/);
    await bots.heard('account-changed');
    bots.use('other');
    await says('list', /News: disabled/);
  });

  test('roles', async () => {
    const bots = await startTwoBots();
    const { as, says, slack } = inNorth(bots);
    bots.use('other');
    await says('whoami', /Your role is editor/, 'ben');
    bots.use('first');
    await as('ana').command('settings');
    const form = await slack.nextView(({ callbackId, open }) => open && callbackId === 'settings');
    await as('ana').submit(form, { viewers: ['ben'] });
    await bots.heard('settings-changed');
    bots.use('other');
    await says('whoami', /Your role is viewer/, 'ben');
  });

  test('another account, and none', async () => {
    const bots = await startTwoBots();
    const { as, says, slack } = inNorth(bots);
    const { accounts, connect } = bots.house;
    bots.use('other');
    await says('list', /News: enabled/);
    bots.use('first');
    await connect('north', accounts.south.key);
    await bots.heard('installation-changed');
    bots.use('other');
    const [weather] = (await accounts.south.client.listAbilities()).filter(({ name }) => name === 'Weather');
    expect(await says('show Weather details:', /Weather/)).toContain(`Ability ID ${weather?.id}`);
    bots.use('first');
    await as('ana').command('disconnect');
    const question = await slack.nextMessage(({ text }) => text.includes('connected the account'));
    await as('ana').click(question, { text: 'Disconnect…' });
    await bots.heard('installation-changed', 2);
    bots.use('other');
    await says('list', /isn't connected/);
  });

  test('that the bot was removed', async () => {
    const bots = await startTwoBots();
    const { as, slack } = inNorth(bots);
    bots.use('other');
    const asked = await as('ana').command('list');
    await slack.nextMessage(({ text }) => text.includes('News: enabled'));
    bots.use('first');
    await slack.uninstall();
    await until(() => bots.house.logLines.some((line) => line.includes('bot uninstalled')));
    // The account, then the installation.
    await bots.heard('installation-changed', 2);
    bots.use('other');
    await slack.redeliver(asked);
    await until(() => bots.logLines.some((line) => line.includes('The app is not installed there')));
  });

  test.each(['that an upload was cancelled, which runs there', 'that it was cancelled, even if the notice was missed'])(
    '%s',
    async (name) => {
      // Only the other process takes uploads.
      const bots = await startTwoBots({ bot: { uploads: { atOnce: 0 } } }, { uploads: { atOnce: 1, pollMs: 20 } });
      const { as, slack } = inNorth(bots);
      bots.use('first');
      const offer = await dropZip({ slack }, await goodZip());
      const form = await openForm({ slack }, offer);
      let downloads = 0;
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const fault = {
        get delayUntil() {
          downloads += 1;
          return arrived;
        },
      };
      slack.faults.add({ method: 'file', times: 10, fault });
      await as('ana').submit(form, WORDS);
      await until(async () => (await bots.house.store.of('T0NORTH').uploads.listOpen(1))[0]?.state === 'fetching');
      await until(() => downloads > 0);
      const running = await slack.nextMessage(
        (message) => message.ts === offer.ts && /Cancel/.test(renderText(message)),
      );
      const isMissed = name.includes('missed');
      if (isMissed) {
        bots.tapped.cut();
        await until(() => bots.logLines.some((line) => line.includes('LISTEN connection')));
      }
      await as('ana').click(running, { text: 'Cancel' });
      if (isMissed) {
        await until(async () => (await bots.house.store.of('T0NORTH').uploads.listOpen(1)).length === 0);
        bots.tapped.mend();
      }
      await saying({ slack }, offer, 'Upload of Tides canceled by');
      arrive();
    },
  );

  test('a rate limit, which is not run into again', async () => {
    // Work that waits for the rate limit does not delay the stop.
    const bots = await startTwoBots({ bot: { drainMs: 1 } });
    const { as, slack } = inNorth(bots);
    const zip = { name: 'tides.zip', bytes: await goodZip() };
    const posts = () => slack.wire.filter(({ name }) => name === 'chat.postMessage').map(({ status }) => status);
    slack.faults.add({ method: 'chat.postMessage', fault: { status: 429, retryAfter: 25 } });
    bots.use('first');
    await as('ana').drop(slack.channels.ops, [zip]);
    await bots.heard('limit-held');
    bots.use('other');
    await as('ana').drop(slack.channels.ops, [zip]);
    const waiting = async () => {
      const numbers = await scrape(bots.other.metricsPort);
      const ofAll = numbers.lines('abilities_slack_queue_waiting').map((line) => numbers.of(line) ?? 0);
      return ofAll.reduce((sum, count) => sum + count, 0);
    };
    await until(async () => (await waiting()) > 0);
    expect(posts()).toEqual([429]);
  });

  test('what it missed while its connection was cut', async () => {
    const bots = await startTwoBots();
    const { says } = inNorth(bots);
    bots.use('other');
    await says('list', /News: enabled/);
    bots.tapped.cut();
    await until(() => bots.logLines.some((line) => line.includes('LISTEN connection')));
    bots.use('first');
    await says('disable News', /News disabled by/);
    bots.tapped.mend();
    await bots.heard('missed');
    bots.use('other');
    await says('list', /News: disabled/);
  });

  test('what a payload may have been about that cannot be read', async () => {
    const bots = await startTwoBots();
    const { says } = inNorth(bots);
    const { accounts, store } = bots.house;
    bots.use('other');
    await says('list', /News: enabled/);
    const { client } = accounts.north;
    const [news] = (await client.listInstalledAbilities()).filter(({ name }) => name === 'News');
    if (!news) throw new Error('There is no News.');
    await client.setInstalledAbility(news, { enabled: false, triggerWords: news.triggerWords });
    // Longer than any ID may be, so that it is malformed on arrival.
    store.notices.send({ kind: 'account-changed', tenantId: 'T'.repeat(300) });
    await bots.heard('missed');
    await says('list', /News: disabled/);
  });
});
