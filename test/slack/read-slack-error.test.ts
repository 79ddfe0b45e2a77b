import { webApi } from '@slack/bolt';
import { afterEach, describe, expect, test } from 'vitest';
import { isPassingSlackError, readSlackError } from '../../src/slack/outbound/slack-errors.ts';
import { closeServers, listen } from './hostile-server.ts';

afterEach(closeServers);

/** The Web API client's error for this response. */
async function thrownFor(status: number, body: string): Promise<unknown> {
  const { origin } = await listen((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  );
  return thrownBy(origin);
}

const thrownBy = (origin: string): Promise<unknown> =>
  new webApi.WebClient('xoxb-local-made-up', {
    slackApiUrl: `${origin}/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: webApi.LogLevel.ERROR,
  }).chat
    .update({ channel: 'C0OPS', ts: '1.2', text: 'made up' })
    .then(() => null)
    .catch((error: unknown) => error);

const refusal = (error: string) => thrownFor(200, JSON.stringify({ ok: false, error }));

describe('trying again later may help', () => {
  test.each([
    'ratelimited',
    'rate_limited',
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'request_timeout',
    'team_added_to_org',
    'accesslimited',
    // Needs a fix by the operator.
    'invalid_auth',
    'not_authed',
    'token_revoked',
    'token_expired',
    'account_inactive',
    'missing_scope',
  ])('when Slack says %s', async (word) => {
    const error = await refusal(word);
    expect(readSlackError(error)).toBe(word);
    expect(isPassingSlackError(error)).toBe(true);
  });

  test.each([
    ['a status of the server', 500, ''],
    ['a web page', 200, '<!doctype html>'],
    ['a wait', 429, '{}'],
  ])('when Slack answers with %s', async (_name, status, body) => {
    const error = await thrownFor(status, body);
    expect(error).toBeInstanceOf(Error);
    expect(readSlackError(error)).toBeNull();
    expect(isPassingSlackError(error)).toBe(true);
  });

  test('when Slack cannot be reached', async () => {
    const { origin } = await listen(() => undefined);
    closeServers();
    const error = await thrownBy(origin);
    expect(error).toBeInstanceOf(Error);
    expect(isPassingSlackError(error)).toBe(true);
  });
});

describe('trying again changes nothing', () => {
  test.each([
    'message_not_found',
    'cant_update_message',
    'edit_window_closed',
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'msg_too_long',
    'invalid_blocks',
    'invalid_arguments',
    'restricted_action',
    'file_not_found',
    'file_deleted',
    'access_denied',
    'no_permission',
    // Only similar names.
    'not_ratelimited',
  ])('when Slack says %s', async (word) => {
    const error = await refusal(word);
    expect(readSlackError(error)).toBe(word);
    expect(isPassingSlackError(error)).toBe(false);
  });
});
