import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { LocalSlack } from '../local-slack.ts';
import { EventStream } from './event-stream.ts';
import type { PageWords } from './page-api.ts';
import type { PageContent } from './page-parts.ts';
import { type PageFile, type PageNames, readPageFiles } from './read-page-files.ts';
import { type PageServer, startPageServer } from './start-page-server.ts';
import { WireLog } from './wire-log.ts';

export interface PageOptions extends Partial<Omit<PageContent, 'words'>>, Partial<PageNames> {
  /** Default: 0, for any. */
  port?: number;
  /** Output folder of `buildPage`. Default: the page is built at the start. */
  builtPage?: string;
  /** A log that already follows the workspace, if it also records other traffic. */
  wire?: WireLog;
  words?: Partial<PageWords>;
}

/**
 * Serves a workspace as a page, to everybody on this machine.
 * @throws the system's error if the port is in use.
 */
export async function startPage(slack: LocalSlack, options: PageOptions = {}): Promise<PageServer> {
  const { title = 'Local Slack', name = 'local Slack', port = 0, builtPage } = options;
  const pageFiles = await (builtPage === undefined
    ? buildPageFiles({ title, name })
    : readPageFiles(builtPage, { title, name }));
  const events = new EventStream();
  const wire = options.wire ?? new WireLog();
  const server = await startPageServer(
    { ...describeContent(slack, options), slack, events, wire, name, pageFiles },
    port,
  );
  const enders = [
    ...(options.wire ? [] : [wire.follow(slack)]),
    wire.onChange(() => events.changed()),
    slack.transcript.onChange(() => events.changed()),
  ];
  return {
    url: server.url,
    close: async () => {
      for (const end of enders) end();
      await server.close();
    },
  };
}

/** The options with their defaults. */
function describeContent({ botName, command }: LocalSlack, options: PageOptions): PageContent {
  const {
    appName = `${botName.slice(0, 1).toUpperCase()}${botName.slice(1)}`,
    verbs = [],
    samples = { list: () => [], make: async () => null },
    troubles = { list: () => [], set: async () => {} },
    controls = null,
  } = options;
  const words = {
    hint: `Type ${command} to start.`,
    samples: 'Drop a sample',
    ...options.words,
  };
  return { appName, verbs, samples, troubles, controls, words };
}

async function buildPageFiles(names: PageNames): Promise<Map<string, PageFile>> {
  const folder = await mkdtemp(join(tmpdir(), 'local-slack-page-'));
  try {
    await buildPage(folder);
    return await readPageFiles(folder, names);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the page with its own Vite configuration into `outDir`; takes about a second. */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('../../page/vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
}
