import { startLocalSlack } from '@abilities-bot/local-slack';
import { startPage } from '@abilities-bot/local-slack/page';
import { DECLARED_APP } from './declared-app.ts';
import { samples } from './samples/samples.ts';

/** `npm run slack`: a local Slack alone, for a bot that is set up by hand. Its tokens work there only. */
const slack = await startLocalSlack(DECLARED_APP);
const page = await startPage(slack, { title: 'Local Slack', name: 'local Slack', samples });
process.stdout.write(`The local Slack is at ${page.url}. Put these lines into .env:

SLACK_BOT_TOKEN=${slack.botToken}
SLACK_APP_TOKEN=${slack.appToken}
SLACK_API_URL=${slack.apiUrl}

Press Ctrl+C to stop.
`);

const stop = () =>
  void page
    .close()
    .then(() => slack.close())
    .finally(() => process.exit());
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
