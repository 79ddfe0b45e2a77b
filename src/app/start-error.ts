import type { Config } from '../config/config.ts';
import { isInternalCode, readSlackError, retryAfterOf } from '../slack/outbound/slack-errors.ts';

/** Explains to the operator why the bot didn't start, and which setting to change. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export function explainStartError(error: unknown, { slack }: Config): StartError {
  const reason = readSlackError(error);
  const seconds = retryAfterOf(error);
  if (seconds !== null)
    return new StartError(
      `Rate limited by Slack. Start the bot again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    );
  if (reason && isInternalCode(reason)) {
    return new StartError(`Slack returned an internal error (${reason}). Start the bot again in a minute.`);
  }
  const tokens = slack.mode.kind === 'socket' ? 'SLACK_BOT_TOKEN and SLACK_APP_TOKEN' : 'SLACK_BOT_TOKEN';
  if (reason === 'missing_scope' || reason === 'not_allowed_token_type') {
    return new StartError(
      `Slack returned ${reason}: SLACK_APP_TOKEN needs the scope connections:write. Generate a new token under Basic Information.`,
    );
  }
  if (reason) {
    return new StartError(
      `Slack rejects the token (${reason}). Check ${tokens}. Reinstalling the app can change the bot token.`,
    );
  }
  const aboutPort = explainPortError(error, 'PORT', slack.port);
  if (aboutPort) return aboutPort;
  const host = slack.apiUrl ? `at SLACK_API_URL (${new URL(slack.apiUrl).host})` : 'at slack.com';
  return new StartError(
    `Can't reach Slack ${host}. Check ${slack.apiUrl ? 'the URL and ' : ''}this machine's network.`,
    { cause: error },
  );
}

/** Null if the error has another cause. */
export function explainPortError(error: unknown, setting: 'PORT' | 'METRICS_PORT', port: number): StartError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use. Stop the program that uses it, or change ${setting}.`);
  if (code === 'EACCES')
    return new StartError(
      `The user that runs the bot isn't allowed to listen on port ${port}. Set ${setting} above 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError("HOST isn't one of this machine's addresses. Correct or remove it.");
  return null;
}
