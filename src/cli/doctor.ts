import { config as loadEnvFile } from 'dotenv';
import { createLogger } from '../base/logger.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { type Finding, sumUp } from '../core/finding.ts';
import { askWithToken } from '../doctor/ask-slack.ts';
import { examine, firstStartChecks } from '../doctor/examine.ts';
import { NO_KEY } from '../doctor/service-checks.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import { BOT_SCOPES } from '../slack/workspace.ts';

/** More than a running bot may take: nobody waits in Slack. In milliseconds. */
const ASK_MS = 8000;
const EXAMINE_MS = 10_000;

/** What the command found, as it is printed. */
export interface DoctorReport {
  words: string;
  /** False when something is bad. */
  well: boolean;
}

/**
 * Looks at all that a bot with these settings needs. Nothing is made, changed or migrated.
 * @param env as for the bot
 * @throws {ConfigError} naming every mistake in them; nothing is looked at then.
 */
export async function runDoctor(env: Readonly<Record<string, string | undefined>>): Promise<DoctorReport> {
  const config = readConfig(env);
  const { slack, tenancy } = config;
  // What libraries would log is said by the lines.
  const asking = { config, log: createLogger('error', [], { write: () => undefined }), withinMs: ASK_MS };
  const checks = firstStartChecks({
    config,
    neededScopes: Object.keys(BOT_SCOPES),
    askWithBotToken: askWithToken('auth.test', tenancy.kind === 'single' ? tenancy.botToken : undefined, asking),
    askWithAppToken:
      slack.mode.kind === 'socket' ? askWithToken('apps.connections.open', slack.mode.appToken, asking) : null,
    service: openService(config),
  });
  const findings = await examine(checks, { told: () => undefined, withinMs: EXAMINE_MS });
  return {
    words: [sumUp(findings), ...findings.map(line)].join('\n'),
    well: findings.every(({ state }) => state !== 'bad'),
  };
}

const openService = ({ service: { baseUrl, timeoutMs }, tenancy }: Config): ServiceClient =>
  createServiceClient({
    ...{ baseUrl, credential: tenancy.kind === 'single' ? tenancy.credential : NO_KEY },
    ...{ timeoutMs: Math.min(timeoutMs, ASK_MS), readBudgetMs: ASK_MS },
  });

function line({ fix, found, state, subject }: Finding): string {
  const what = `${state.padEnd('unknown'.length)}  ${subject}: ${onOneLine(found)}`;
  return fix === null ? what : `${what} To do: ${onOneLine(fix)}`;
}

/** Some of it is from outside: nothing in it may steer a terminal. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 600);

loadEnvFile({ quiet: true });

try {
  const { well, words } = await runDoctor(process.env);
  // A question that was given up may go on; nobody waits for it.
  process.stdout.write(`${words}\n`, () => process.exit(well ? 0 : 1));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Nothing was looked at yet. ${error.message}\n`);
  process.exitCode = 1;
}
