import { App, LogLevel, type types } from '@slack/bolt';
import * as z from 'zod';

/** The peer: a Bolt app for the same list and help, as one writes it in an afternoon. It keeps nothing and forgets nothing. */
const env = z
  .object({
    SLACK_API_URL: z.string(),
    SLACK_BOT_TOKEN: z.string(),
    SLACK_SIGNING_SECRET: z.string(),
    SERVICE_API_KEY: z.string(),
    SERVICE_BASE_URL: z.string(),
  })
  .parse(process.env);
const app = new App({
  token: env.SLACK_BOT_TOKEN,
  signingSecret: env.SLACK_SIGNING_SECRET,
  logLevel: LogLevel.ERROR,
  clientOptions: { slackApiUrl: env.SLACK_API_URL },
});

const section = (text: string, label: string, value: string): types.SectionBlock => ({
  type: 'section',
  text: { type: 'mrkdwn', text },
  accessory: { type: 'button', action_id: label, text: { type: 'plain_text', text: label }, value },
});
const HELP = [
  section('See, filter and search your Abilities  `/abilities list`', 'List', 'list'),
  section('Enable or disable an Ability  `/abilities enable`', 'Enable…', 'enable'),
  section("Upload an Ability, or drop its zip in any channel I'm in  `/abilities upload`", 'Upload…', 'upload'),
  section("Choose an Agent's Abilities  `/abilities assign`", 'Assign…', 'assign'),
  section("Change an Ability's trigger words  `/abilities triggers`", 'Trigger words…', 'triggers'),
  section('See who changed what, and undo it  `/abilities history`', 'Audit log', 'history'),
];

const Row = z.object({ id: z.number(), name: z.string(), category: z.string().nullish() });
const Installed = z.object({ ...Row.shape, enabled: z.boolean(), trigger_words: z.array(z.string()) });
const ROWS = 10;

async function read<T extends z.ZodType>(list: string, row: T): Promise<z.infer<T>[]> {
  const url = `${env.SERVICE_BASE_URL}/api/capabilities/${list}/`;
  const response = await fetch(url, { headers: { 'x-api-key': env.SERVICE_API_KEY } });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return z.array(row).parse(await response.json());
}

async function drawList(): Promise<types.SectionBlock[]> {
  const [all, installed] = await Promise.all([
    read('get-all-capabilities', Row),
    read('get-installed-capabilities', Installed),
  ]);
  const byName = new Map(installed.map((one) => [one.name, one]));
  const sorted = all.sort((a, b) => a.name.localeCompare(b.name)).slice(0, ROWS);
  return sorted.map(({ category, id, name }) => {
    const found = byName.get(name);
    const state = found ? (found.enabled ? 'Enabled' : 'Disabled') : 'Not installed';
    const verb = found ? (found.enabled ? 'Disable' : 'Enable') : 'Install';
    const words = found?.trigger_words.slice(0, 2).join(', ') || 'No trigger words';
    return section(`*${name}*  ${state} · ${category ?? ''}\n${words}`, verb, `${verb} ${found?.id ?? id}`);
  });
}

app.command('/abilities', async ({ ack, client, command, respond }) => {
  await ack();
  if (command.text === 'help') return void (await respond({ text: 'Help', blocks: HELP }));
  const { user } = await client.users.info({ user: command.user_id });
  if (!user || user.is_restricted || user.deleted) return void (await respond("You don't have access."));
  await respond({ text: 'Abilities', blocks: await drawList() });
});

const server = await app.start(0);
const address = 'address' in server ? server.address() : null;
process.once('SIGTERM', () => process.exit());
// The parent process is gone.
process.on('disconnect', () => process.exit());
process.stdout.write(`READY ${typeof address === 'object' ? address?.port : ''}\n`);
