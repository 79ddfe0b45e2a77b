import { createLogger } from '../base/logger.ts';
import { useProxy } from '../base/use-proxy.ts';
import { type Config, readConfig } from '../config/config.ts';
import { byUrgency, type Finding, sumUp } from '../core/finding.ts';
import { askWithToken, readFixedChannels } from '../doctor/ask-slack.ts';
import { examine, firstStartChecks } from '../doctor/examine.ts';
import { NO_KEY } from '../doctor/service-checks.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import { BOT_SCOPES } from '../slack/workspace.ts';

/** In milliseconds. */
export interface DoctorTimes {
  /** For one call to Slack or the service. */
  ask: number;
  /** For one call to the bot running on this machine. */
  askBot: number;
  /** For one check. */
  check: number;
}

/** Longer than in a running bot, because no Slack user is waiting. */
const TIMES: DoctorTimes = { ask: 8000, askBot: 3000, check: 10_000 };

export interface DoctorReport {
  words: string;
  /** False if any check failed. */
  well: boolean;
}

/**
 * Checks everything that a bot with these settings needs. Creates, changes and migrates nothing.
 * @param env the bot's environment variables
 * @param times time limits; a check that exceeds its limit fails
 * @throws {ConfigError} listing every mistake, before any check runs.
 */
export async function runDoctor(
  env: Readonly<Record<string, string | undefined>>,
  times: DoctorTimes = TIMES,
): Promise<DoctorReport> {
  const config = readConfig(env);
  useProxy(config.proxy);
  const { slack, tenancy } = config;
  // The findings already include the errors that libraries would log.
  const asking = { config, log: createLogger('error', [], { write: () => undefined }), withinMs: times.ask };
  const checks = firstStartChecks({
    config,
    neededScopes: Object.keys(BOT_SCOPES),
    readChannels: async () => (tenancy.kind === 'single' ? readFixedChannels(config, tenancy.botToken, asking) : []),
    askWithBotToken: askWithToken('auth.test', tenancy.kind === 'single' ? tenancy.botToken : undefined, asking),
    askWithAppToken:
      slack.mode.kind === 'socket' ? askWithToken('apps.connections.open', slack.mode.appToken, asking) : null,
    service: openService(config, times.ask),
    askBotMs: times.askBot,
  });
  const findings = await examine(checks, { onError: () => undefined, withinMs: times.check });
  return {
    words: [sumUp(findings), ...byUrgency(findings).map(line)].join('\n'),
    well: findings.every(({ state }) => state !== 'bad'),
  };
}

const openService = ({ service: { baseUrl, timeoutMs }, tenancy }: Config, askMs: number): ServiceClient =>
  createServiceClient({
    baseUrl,
    credential: tenancy.kind === 'single' ? tenancy.credential : NO_KEY,
    timeoutMs: Math.min(timeoutMs, askMs),
    readBudgetMs: askMs,
  });

const STATES = { bad: 'problem', unknown: 'unknown', good: 'ok' } as const;

function line({ fix, found, state, subject }: Finding): string {
  const what = `${STATES[state].padEnd('problem'.length)}  ${subject}: ${onOneLine(found)}`;
  return fix === null ? what : `${what} ${onOneLine(fix)}`;
}

/** Findings may contain external text; no control character may reach the terminal. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 600);
