import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type LocalService, startLocalService } from '@abilities-bot/local-service';
import { type LocalSlack, startLocalSlack } from '@abilities-bot/local-slack';
import { ZipArchive } from 'archiver';
import * as z from 'zod';
import { BOT_EVENTS, BOT_SCOPES } from '../../src/slack/workspace.ts';
import { BotProcess } from '../proof/bot-process.ts';
import { readMemory, resetPeak } from './process-memory.ts';
import { judge, ms, type Section } from './section.ts';
import { transferWithCurl } from './transfer-with-curl.ts';

const MB = 1_000_000;
const SIZES_MB = [1, 64, 256];
const ROUNDS = 4;
const MEMORY_GOAL_MIB = 64;
const TIME_GOAL = 1.5;

interface Row {
  sizeMb: number;
  overIdleMib: number;
  botMs: number;
  curlMs: number;
}

/**
 * The bot's memory above idle, and the time from submitting the form to the final message, for a dropped zip; against
 * `curl` down from the same Slack, `curl -F` up to the same service, and down from it again, since the bot reads the
 * package that it sent. The service inspects both alike.
 */
export async function benchUpload(): Promise<Section> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-bench-'));
  const most = Math.max(...SIZES_MB) * MB * 2;
  const service = await startLocalService({ dataDir: join(dir, 'service'), logger: false, maxUploadBytes: most });
  const slack = await startLocalSlack({
    scopes: Object.keys(BOT_SCOPES),
    events: BOT_EVENTS,
    stateDir: join(dir, 'slack'),
  });
  const bot = new BotProcess({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: service.apiKey,
    PORT: '0',
    DATA_DIR: join(dir, 'bot'),
    UPLOAD_MAX_BYTES: String(most),
    UPLOAD_MAX_UNPACKED_BYTES: String(most),
    SPOOL_MAX_BYTES: String(most * 4),
    LOG_LEVEL: 'warn',
  });
  try {
    await bot.start();
    const { nowMib: idleMib } = await readMemory(bot.pid);
    const rows: string[][] = [];
    for (const sizeMb of SIZES_MB) rows.push(toCells(await measure(sizeMb, { bot, dir, idleMib, service, slack })));
    return {
      title:
        '**upload**: from the submitted form to the posted result, against `curl` down, `curl -F` up, and `curl` down again',
      columns: ['zip', 'memory over idle', 'bot', 'curl', 'bot / curl', 'goals'],
      rows,
      notes: [`Times are the best of ${ROUNDS} alternating rounds; memory is the maximum.`],
    };
  } finally {
    await bot.kill();
    await slack.close();
    await service.close();
    await rm(dir, { recursive: true, force: true });
  }
}

interface Bench {
  bot: BotProcess;
  dir: string;
  /** Right after the start, before any request. */
  idleMib: number;
  service: LocalService;
  slack: LocalSlack;
}

/** The best of several rounds for both, run alternately so that a disturbance affects both. */
async function measure(sizeMb: number, bench: Bench): Promise<Row> {
  const path = join(bench.dir, `noise-${sizeMb}.zip`);
  await packNoise(path, sizeMb * MB);
  const row: Row = { sizeMb, overIdleMib: 0, botMs: Number.POSITIVE_INFINITY, curlMs: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { fileUrl, ms, overIdleMib } = await uploadWithBot(path, `Noise ${sizeMb} ${round}`, bench);
    row.botMs = Math.min(row.botMs, ms);
    row.overIdleMib = Math.max(row.overIdleMib, overIdleMib);
    const curlMs = await transferWithCurl({
      fileUrl,
      token: bench.slack.botToken,
      path: join(bench.dir, 'curl.zip'),
      baseUrl: bench.service.baseUrl,
      apiKey: bench.service.apiKey,
      name: `Curl ${sizeMb} ${round}`,
    });
    row.curlMs = Math.min(row.curlMs, curlMs);
  }
  await rm(path);
  return row;
}

async function uploadWithBot(path: string, name: string, { bot, idleMib, slack }: Bench) {
  // Starts before the drop: inspecting the zip for the form counts too.
  await resetPeak(bot.pid);
  const ana = slack.as(slack.people.ana);
  const { fileIds, messageTs } = await ana.drop(slack.channels.ops, [
    { name: 'noise.zip', bytes: await readFile(path) },
  ]);
  const offer = await slack.nextMessage(({ threadTs }) => threadTs === messageTs);
  const after = slack.transcript.revision;
  await ana.click(offer, { text: 'Upload…' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload', { after });
  const started = performance.now();
  await ana.submit(form, { Name: name, Description: 'Noise.', trigger_words: 'make noise' });
  await slack.nextMessage(({ text, ts }) => ts === offer.ts && text.includes('uploaded by'));
  const ms = performance.now() - started;
  const { peakMib } = await readMemory(bot.pid);
  return { ms, overIdleMib: peakMib - idleMib, fileUrl: await findUrl(fileIds[0] ?? '', slack) };
}

async function findUrl(id: string, { apiUrl, botToken }: LocalSlack): Promise<string> {
  const answer = await fetch(new URL(`files.info?file=${id}`, apiUrl), {
    headers: { authorization: `Bearer ${botToken}` },
  });
  return z.object({ file: z.object({ url_private_download: z.string() }) }).parse(await answer.json()).file
    .url_private_download;
}

/** Random bytes do not compress: the zip is as large as its content. */
async function packNoise(path: string, bytes: number): Promise<void> {
  const archive = new ZipArchive({ store: true });
  archive.append('', { name: 'noise/main.py' });
  archive.append('', { name: 'noise/__init__.py' });
  const chunk = randomBytes(MB);
  async function* noise() {
    for (let left = bytes; left > 0; left -= chunk.length) yield chunk;
  }
  archive.append(Readable.from(noise()), { name: 'noise/noise.bin' });
  await Promise.all([pipeline(archive, createWriteStream(path)), archive.finalize()]);
}

function toCells({ botMs, curlMs, overIdleMib, sizeMb }: Row): string[] {
  const ratio = botMs / curlMs;
  const goals = [
    `memory ${judge(overIdleMib <= MEMORY_GOAL_MIB, `at most ${MEMORY_GOAL_MIB} MiB`)}`,
    `time ${judge(ratio <= TIME_GOAL, `at most ${TIME_GOAL}`)}`,
  ];
  return [
    ...[`${sizeMb} MB`, `${overIdleMib.toFixed(0)} MiB`, ms(botMs), ms(curlMs), ratio.toFixed(2)],
    goals.join(', '),
  ];
}
