import { App, LogLevel } from '@slack/bolt';
import { onTestFinished } from 'vitest';
import { type LocalSlack, type LocalSlackOptions, startLocalSlack } from '../src/local-slack.ts';
import { UNHURRIED } from './unhurried.ts';

export const modes = ['HTTP', 'Socket Mode'] as const;
export type Mode = (typeof modes)[number];

/** A new local Slack that is closed after the test. */
export async function openSlack(options?: LocalSlackOptions): Promise<LocalSlack> {
  const slack = await startLocalSlack({ ...UNHURRIED, ...options });
  onTestFinished(() => slack.close());
  return slack;
}

/** A real Bolt app with the listeners added by `listen`, connected to a new local Slack in `mode`. */
export async function openApp(mode: Mode, listen: (app: App) => void, options?: LocalSlackOptions) {
  const slack = await openSlack(options);
  const app = new App({
    ...(mode === 'HTTP' ? { signingSecret: slack.signingSecret } : { socketMode: true, appToken: slack.appToken }),
    token: slack.botToken,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: slack.apiUrl, timeout: 60_000, retryConfig: { retries: 0 } },
    deferInitialization: true,
    convoStore: false,
  });
  await app.init();
  listen(app);
  const server = await app.start({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.stop();
  });
  if (mode === 'HTTP') {
    const address = 'address' in server ? server.address() : null;
    if (typeof address !== 'object' || address === null) throw new Error('The receiver does not listen on a port.');
    slack.useHttp(`http://127.0.0.1:${address.port}/slack/events`);
  } else {
    await slack.connected();
  }
  return { slack, app, ana: slack.as(slack.people.ana), ben: slack.as(slack.people.ben) };
}
