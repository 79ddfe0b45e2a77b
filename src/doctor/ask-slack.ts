import { webApi } from '@slack/bolt';
import * as z from 'zod';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { Policy } from '../core/access.ts';
import type { Deadlines } from '../core/deadlines.ts';
import type { Doctor } from '../core/finding.ts';
import type { ServiceClient } from '../service/client.ts';
import { findChannelTrouble } from '../slack/outbound/channel-trouble.ts';
import { MeasuredClient, type SlackClient, webClientOptions } from '../slack/outbound/client.ts';
import { readSlackError } from '../slack/outbound/slack-errors.ts';
import { BOT_SCOPES, type Workspace } from '../slack/workspace.ts';
import type { Store } from '../store/store.ts';
import { examine, runningChecks } from './examine.ts';
import type { KeySource } from './service-checks.ts';
import type { AnnouncementChannel, AskSlack, ClockReading, SlackAnswer } from './slack-checks.ts';

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>;

/** Client options for a probe, so that it fails fast. */
interface AskingOptions
  extends Pick<webApi.WebClientOptions, 'fetch' | 'timeout' | 'retryConfig' | 'rejectRateLimitedCalls'> {}

const Answer = z.object({
  team: z.string().optional(),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

/**
 * Calls Slack once, without retries. Never throws.
 * @param method `auth.test`, or `apps.connections.open`, which opens no connection but only returns a URL
 */
async function askSlack(
  method: 'auth.test' | 'apps.connections.open',
  makeClient: (options: AskingOptions) => webApi.WebClient,
  { now, withinMs }: { now: Clock['now']; withinMs: number },
): Promise<SlackAnswer> {
  let status = 0;
  let clock: ClockReading | null = null;
  const watched: Fetch = async (...call) => {
    const sentAt = now();
    const response = await fetch(...call);
    status = response.status;
    const theirs = Date.parse(response.headers.get('date') ?? '');
    clock = Number.isNaN(theirs) ? null : { theirs, sentAt, receivedAt: now() };
    return response;
  };
  const startedAt = performance.now();
  const limits = { timeout: withinMs, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
  try {
    const { response_metadata, team = null } = Answer.parse(
      await makeClient({ fetch: watched, ...limits }).apiCall(method),
    );
    const scopes = response_metadata?.scopes?.filter((scope) => scope !== '') ?? null;
    return { kind: 'ok', ms: Math.round(performance.now() - startedAt), team, scopes, clock };
  } catch (error) {
    const reason = readSlackError(error);
    if (reason !== null) return { kind: 'refused', error: reason.slice(0, 60), clock };
    return { ...explain(error, status), clock };
  }
}

type Failure =
  | { kind: 'no-answer'; why: 'in-time' | 'connection' | 'rate-limit' }
  | { kind: 'not-slack'; status: number };

function explain(error: unknown, status: number): Failure {
  if (error instanceof webApi.WebAPIRateLimitedError) return { kind: 'no-answer', why: 'rate-limit' };
  const cause = error instanceof webApi.WebAPIRequestError ? error.original : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return { kind: 'no-answer', why: 'in-time' };
  // Slack did not answer, or its answer was incomplete.
  if (error instanceof webApi.WebAPIRequestError || status === 0) return { kind: 'no-answer', why: 'connection' };
  return { kind: 'not-slack', status };
}

/** Calls Slack without a running bot. @param token undefined sends no token, which Slack rejects */
export const askWithToken = (
  method: Parameters<typeof askSlack>[0],
  token: string | undefined,
  { config, log, withinMs }: { config: Config; log: Logger; withinMs: number },
): AskSlack => {
  const usual = webClientOptions(config, log);
  const makeClient: Parameters<typeof askSlack>[1] = (options) => new webApi.WebClient(token, { ...usual, ...options });
  return () => askSlack(method, makeClient, { now: systemClock.now, withinMs });
};

/** Whether the bot can post in the announcement channels. A failure for one of them doesn't throw. */
const readAnnouncementChannels = (
  { auditChannel, watchChannel }: Pick<Policy, 'auditChannel' | 'watchChannel'>,
  client: Pick<SlackClient, 'web'>,
): Promise<AnnouncementChannel[]> => {
  const ids = [...new Set([auditChannel, watchChannel].filter((id) => id !== null))];
  return Promise.all(
    ids.map(async (id) => ({ id, trouble: await findChannelTrouble(id, client).catch(() => undefined) })),
  );
};

/** {@link readAnnouncementChannels} for the environment's channels, without a running bot. */
export const readFixedChannels = (
  config: Config,
  botToken: string,
  { log, withinMs }: { log: Logger; withinMs: number },
): Promise<AnnouncementChannel[]> => {
  const limits = { timeout: withinMs, retryConfig: { retries: 0 } };
  const web = new webApi.WebClient(botToken, { ...webClientOptions(config, log), ...limits });
  return readAnnouncementChannels(config.policy, { web });
};

interface Ingredients extends Pick<Workspace, 'client' | 'config' | 'log' | 'metrics' | 'tenantId' | 'uploadWorker'> {
  store: Store;
  /** Uses the workspace's key and the deadline `probe`; null without a key. */
  openService: (() => ServiceClient) | null;
  keySource: KeySource;
  deadlines: Deadlines;
  policy: Pick<Workspace['policy'], 'read'>;
}

/** The doctor of one workspace. Uses the workspace's own token and key. */
export function makeDoctor(ingredients: Ingredients): Doctor {
  const { client, config, deadlines, keySource, log, metrics, openService, policy, store, tenantId, uploadWorker } =
    ingredients;
  const { mode } = config.slack;
  const ask = (method: Parameters<typeof askSlack>[0], token: string) => {
    const makeClient = (options: AskingOptions) =>
      new MeasuredClient(token, { ...webClientOptions(config, log), ...options }, metrics);
    return askSlack(method, makeClient, { now: systemClock.now, withinMs: deadlines.probe });
  };
  return {
    examine: () =>
      examine(
        runningChecks({
          proxy: config.proxy,
          tenancy: config.tenancy.kind,
          readVitals: () => metrics.vitals.read(),
          askWithBotToken: () => ask('auth.test', client.token),
          askWithAppToken: mode.kind === 'socket' ? () => ask('apps.connections.open', mode.appToken) : null,
          neededScopes: Object.keys(BOT_SCOPES),
          readChannels: async () => readAnnouncementChannels(await policy.read(), client),
          service: openService?.() ?? null,
          keySource,
          store,
          queue: {
            countOpen: () => store.uploadQueue.countOpen(tenantId),
            nextDueAt: () => store.uploadQueue.nextDueAt(tenantId),
            atWork: () => ({ now: uploadWorker.atWork, max: config.uploads.atOnce }),
            now: systemClock.now,
          },
        }),
        { onError: (error) => log.warn({ err: error }, 'health check failed'), withinMs: deadlines.check },
      ),
  };
}
