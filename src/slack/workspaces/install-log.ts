import type { HTTPReceiverOptions } from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../../logger.ts';

type BoltLogger = NonNullable<HTTPReceiverOptions['logger']>;

/** By the codes of Bolt's installer: what anybody can cause who opens the address, or presses Cancel. */
const EXPECTED = new Map([
  ['slack_oauth_installer_authorization_error', 'installation canceled at Slack'],
  ['slack_oauth_invalid_state', 'OAuth redirect rejected: invalid state'],
  ['slack_oauth_missing_state', 'OAuth redirect rejected: no state'],
  ['slack_oauth_missing_code', 'OAuth redirect rejected: no code'],
]);

const Coded = z.object({ code: z.string() });

/** Bolt's installer logs each installation that does not end well at `error`; these are no faults of the bot. */
export const calmInstallLog = (logger: BoltLogger, log: Logger): BoltLogger => ({
  debug: (...parts) => logger.debug(...parts),
  info: (...parts) => logger.info(...parts),
  warn: (...parts) => logger.warn(...parts),
  error: (...parts) => {
    const coded = Coded.safeParse(parts[0]);
    const sentence = coded.success ? EXPECTED.get(coded.data.code) : undefined;
    if (sentence === undefined) logger.error(...parts);
    else log.info(sentence);
  },
  setLevel: (level) => logger.setLevel(level),
  getLevel: () => logger.getLevel(),
  setName: (name) => logger.setName(name),
});
