import type { HTTPReceiverOptions } from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../../logger.ts';

type BoltLogger = NonNullable<HTTPReceiverOptions['logger']>;

/** By the codes of Bolt's installer: caused by anybody who opens the address or presses Cancel. */
const EXPECTED = new Map([
  ['slack_oauth_installer_authorization_error', 'installation canceled at Slack'],
  ['slack_oauth_invalid_state', 'OAuth redirect rejected: invalid state'],
  ['slack_oauth_missing_state', 'OAuth redirect rejected: no state'],
  ['slack_oauth_missing_code', 'OAuth redirect rejected: no code'],
]);

const Coded = z.object({ code: z.string() });

/** Bolt's installer logs every failed installation at `error`; these are not the bot's faults. */
export const calmInstallLog = (boltLog: BoltLogger, log: Logger): BoltLogger => ({
  debug: (...workspace) => boltLog.debug(...workspace),
  info: (...workspace) => boltLog.info(...workspace),
  warn: (...workspace) => boltLog.warn(...workspace),
  error: (...workspace) => {
    const coded = Coded.safeParse(workspace[0]);
    const sentence = coded.success ? EXPECTED.get(coded.data.code) : undefined;
    if (sentence === undefined) boltLog.error(...workspace);
    else log.info(sentence);
  },
  setLevel: (level) => boltLog.setLevel(level),
  getLevel: () => boltLog.getLevel(),
  setName: (name) => boltLog.setName(name),
});
