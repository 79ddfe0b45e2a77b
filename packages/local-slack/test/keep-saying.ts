/** Starts a local Slack that keeps its state in the given folder, and has ana post until the process is killed. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startLocalSlack } from '../src/local-slack.ts';

const slack = await startLocalSlack({ stateDir: process.argv[2] ?? '' });
const ana = slack.as(slack.people.ana);
for (let count = 1; ; count += 1) {
  await ana.say(slack.channels.ops, `message ${count}`);
  await nextTurn();
}
