import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App, BlockAction } from '@slack/bolt';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { modes, openApp, openSlack } from './tiny-app.ts';

const KEEP_SAYING = fileURLToPath(new URL('keep-saying.ts', import.meta.url));

/** CommonJS packages call this. */
const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Starting from source takes several times as long. */
async function compileKeepSaying(): Promise<string> {
  const outfile = join(await makeTemporaryFolder(), 'keep-saying.mjs');
  const format = { bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' } as const;
  await build({ entryPoints: [KEEP_SAYING], outfile, ...format, banner: { js: BANNER } });
  return outfile;
}

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = {
  type: 'actions' as const,
  elements: [{ type: 'button' as const, action_id: 'go', text: plain('Go'), value: 'weather' }],
};
const weather = {
  name: 'weather.zip',
  bytes: Buffer.from('PK\u0003\u0004 a package, made up'),
  mimetype: 'application/x-zip',
};

/** Answers a command publicly and privately, and edits the clicked message on a click. */
function listen(app: App, clicks: BlockAction[] = []) {
  app.command('/abilities', async ({ ack, client, command, respond }) => {
    await client.chat.postMessage({ channel: command.channel_id, text: 'for all', blocks: [button] });
    await respond({ text: 'for one', blocks: [button] });
    await client.views.publish({ user_id: command.user_id, view: { type: 'home', blocks: [button] } });
    await ack();
  });
  app.action<BlockAction>('go', async ({ ack, body, client, respond }) => {
    clicks.push(body);
    if (body.container.is_ephemeral) await respond({ text: 'edited privately', replace_original: true });
    else await client.chat.update({ channel: body.channel?.id ?? '', ts: body.message?.ts ?? '', text: 'edited' });
    await ack();
  });
}

/** A workspace with some activity, closed again. */
async function liveBefore(mode: (typeof modes)[number] = 'HTTP') {
  const stateDir = await makeTemporaryFolder();
  const { slack, app, ana } = await openApp(mode, listen, { stateDir, scopes: ['chat:write', 'channels:join'] });
  const { ops, lounge } = slack.channels;
  await ana.command('list', { channel: ops });
  const dropped = await ana.drop(ops, [weather], 'a new one');
  await app.client.chat.postMessage({ channel: ops.id, thread_ts: dropped.messageTs, text: 'a reply' });
  await app.client.conversations.join({ channel: lounge.id });
  const { ts = '' } = await app.client.chat.postMessage({ channel: ops.id, text: 'a mistake' });
  await app.client.chat.delete({ channel: ops.id, ts });
  const seen = ana.sees(ops);
  await slack.close();
  return { stateDir, seen };
}

describe('a local Slack with a state folder', () => {
  it('shows at the next start what it showed before', async () => {
    const { stateDir, seen } = await liveBefore();
    const slack = await openSlack({ stateDir });
    const { ops, lounge } = slack.channels;
    const ana = slack.as(slack.people.ana);
    const bare = (messages: typeof seen) => messages.map(({ revision: _, files: __, ...rest }) => rest);
    expect(bare(ana.sees(ops))).toEqual(bare(seen));
    expect(seen.map(({ text }) => text)).toEqual(['for all', 'for one', 'a new one', 'a reply']);
    expect(slack.as(slack.people.ben).sees(ops)).toHaveLength(3);
    expect(lounge.botIsMember).toBe(true);
    expect(slack.transcript.views).toMatchObject([
      { type: 'home', userId: ana.person.id, blocks: [{ type: 'actions' }] },
    ]);
  });

  it('still has the files, under links that work now', async () => {
    const { stateDir } = await liveBefore();
    const slack = await openSlack({ stateDir });
    const [file] = slack.transcript.messages.flatMap(({ files }) => files);
    expect(file).toMatchObject({ name: 'weather.zip', mimetype: 'application/x-zip', size: weather.bytes.length });
    const headers = { authorization: `Bearer ${slack.botToken}` };
    const download = await fetch(String(file?.url_private_download), { headers });
    expect(Buffer.from(await download.arrayBuffer())).toEqual(weather.bytes);
    const info = await fetch(`${slack.apiUrl}files.info?file=${file?.id}`, { headers });
    expect(await info.json()).toMatchObject({ ok: true, file: { name: 'weather.zip' } });
  });

  it.each(modes)('accepts clicks on and edits of an old message over %s', async (mode) => {
    const { stateDir } = await liveBefore(mode);
    const clicks: BlockAction[] = [];
    const { slack, ana } = await openApp(mode, (app) => listen(app, clicks), { stateDir });
    const [forAll, forOne] = ana.sees(slack.channels.ops);
    if (!forAll || !forOne) throw new Error('The messages were not kept.');
    await ana.click(forAll, { text: 'Go' });
    await ana.click(forOne, { text: 'Go' });
    expect(clicks).toMatchObject([
      { message: { ts: forAll.ts, text: 'for all' }, actions: [{ value: 'weather' }] },
      { container: { message_ts: forOne.ts, is_ephemeral: true } },
    ]);
    expect(ana.sees(slack.channels.ops).slice(0, 2)).toMatchObject([
      { ts: forAll.ts, text: 'edited', edits: 1 },
      { ts: forOne.ts, text: 'edited privately', edits: 1 },
    ]);
  });

  it('gives new messages timestamps after the kept ones, even if the clock was set back, and keeps those too', async () => {
    const { stateDir, seen } = await liveBefore();
    const path = join(stateDir, 'workspace.json');
    const late = '4000000000.000001';
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(seen.at(-1)?.ts ?? '', late));
    const next = await openSlack({ stateDir });
    await next.as(next.people.ana).say(next.channels.ops, 'hello again');
    const said = next.transcript.messages.at(-1);
    expect(said?.ts).toBe('4000000000.000002');
    await next.close();
    const third = await openSlack({ stateDir });
    expect(third.transcript.messages.at(-1)).toMatchObject({ ts: said?.ts, text: 'hello again' });
  });

  it('survives a kill in the middle of writing, again and again', async () => {
    const stateDir = await makeTemporaryFolder();
    const program = await compileKeepSaying();
    const notices: string[] = [];
    let before = 0;
    for (const _ of [1, 2, 3]) {
      const child = spawn(process.execPath, [program, stateDir]);
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      let writes = 0;
      for await (const { filename } of watch(stateDir)) {
        if (filename === 'workspace.json') writes += 1;
        if (writes === 3) break;
      }
      child.kill('SIGKILL');
      await ended;
      const slack = await openSlack({ stateDir, onNotice: (sentence) => notices.push(sentence) });
      const said = slack.as(slack.people.ana).sees(slack.channels.ops);
      expect(said.length).toBeGreaterThan(before);
      before = Math.min(said.length, 999);
      await slack.close();
    }
    expect(notices).toEqual([]);
  });

  it.each([
    ['is cut off', '{"version":1,"messages":['],
    ['comes from another version', '{"version":2}'],
  ])('starts empty, with a notice and a copy, if the kept file %s', async (_, text) => {
    const stateDir = await makeTemporaryFolder();
    await writeFile(join(stateDir, 'workspace.json'), text);
    const notices: string[] = [];
    const slack = await openSlack({ stateDir, onNotice: (sentence) => notices.push(sentence) });
    expect(slack.transcript.messages).toEqual([]);
    expect(notices).toEqual([expect.stringMatching(/^Could not read .*, so it starts empty\. The old file is now /)]);
    const [aside = ''] = await readdir(stateDir);
    expect(aside).toMatch(/^workspace\.json\.unreadable-/);
    expect(await readFile(join(stateDir, aside), 'utf8')).toBe(text);
  });

  it('goes on when it can no longer write, and says so once', async () => {
    const stateDir = await makeTemporaryFolder();
    await mkdir(join(stateDir, 'workspace.json.part'));
    const notices: string[] = [];
    const slack = await openSlack({ stateDir, onNotice: (sentence) => notices.push(sentence) });
    const ana = slack.as(slack.people.ana);
    await ana.say(slack.channels.ops, 'one');
    await slack.waitFor(() => notices.length > 0);
    await ana.say(slack.channels.ops, 'two');
    await slack.close();
    expect(notices).toEqual([expect.stringContaining('Could not save the Slack workspace')]);
  });

  it('names the folder that cannot be created', async () => {
    const folder = await makeTemporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(openSlack({ stateDir: join(folder, 'file', 'slack') })).rejects.toThrow(
      /^Cannot create the folder .* \(ENOTDIR\)/,
    );
  });

  it('keeps nothing readable for others', async () => {
    const { stateDir } = await liveBefore();
    const modesOf = await Promise.all(
      ['workspace.json', 'files'].map(async (name) => (await stat(join(stateDir, name))).mode & 0o077),
    );
    expect(modesOf).toEqual([0, 0]);
  });
});
