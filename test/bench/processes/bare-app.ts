import { App, HTTPReceiver, LogLevel } from '@slack/bolt';

/** The baseline: Bolt with the bot's receiver options and nothing but the ack. */
const {
  SLACK_API_URL: slackApiUrl = '',
  SLACK_BOT_TOKEN: token = '',
  SLACK_SIGNING_SECRET: signingSecret = '',
} = process.env;
const logLevel = LogLevel.ERROR;
const receiver = new HTTPReceiver({ signingSecret, endpoints: '/slack/events', customRoutes: [], logLevel });
const app = new App({
  receiver,
  token,
  logLevel,
  deferInitialization: true,
  convoStore: false,
  clientOptions: { slackApiUrl, timeout: 10_000 },
});
await app.init();
app.command(/.*/, ({ ack }) => ack());
app.action(/.*/, ({ ack }) => ack());
const server = await app.start(0);
const address = 'address' in server ? server.address() : null;
process.once('SIGTERM', () => process.exit());
// The parent process is gone.
process.on('disconnect', () => process.exit());
process.stdout.write(`READY ${typeof address === 'object' ? address?.port : ''}\n`);
