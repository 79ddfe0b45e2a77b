import { describe, expect, test } from 'vitest';
import { mayDownloadFrom, maySendToken } from '../../src/slack/files/download.ts';

const LOCAL = 'http://127.0.0.1:4999/api/';

describe.each([
  // address, SLACK_API_URL, token, download
  ['https://slack.com/files/x', null, true, true],
  ['https://files.slack.com/files-pri/T0-F0/x.zip', null, true, true],
  ['https://files-origin.slack.com/x', null, true, true],
  ['https://FILES.SLACK.COM/x', null, true, true],
  ['https://a.slack-edge.com/x', null, false, true],
  ['http://files.slack.com/x', null, false, false],
  ['http://a.slack-edge.com/x', null, false, false],
  ['https://evil-slack.com/x', null, false, false],
  ['https://slack.com.evil.com/x', null, false, false],
  ['https://files.slack.com.evil.com/x', null, false, false],
  ['https://evilslack-edge.com/x', null, false, false],
  ['https://slack-edge.com.evil.com/x', null, false, false],
  ['https://slack.com@evil.com/x', null, false, false],
  ['https://evil.com\\@slack.com/x', null, false, false],
  ['https://evil.com/?https://slack.com', null, false, false],
  ['https://evil.com/#.slack.com', null, false, false],
  ['https://slack.com./x', null, false, false],
  ['https://xn--slck-6na.com/x', null, false, false],
  ['ftp://files.slack.com/x', null, false, false],
  ['file:///etc/passwd', null, false, false],
  ['data:text/plain,x', null, false, false],
  ['http://127.0.0.1:4999/files-pri/x', null, false, false],
  ['http://127.0.0.1:4999/files-pri/x', LOCAL, true, true],
  ['http://127.0.0.1:5000/files-pri/x', LOCAL, false, false],
  ['https://127.0.0.1:4999/files-pri/x', LOCAL, false, false],
  ['http://localhost:4999/files-pri/x', LOCAL, false, false],
  ['https://files.slack.com/x', LOCAL, true, true],
])('%s with SLACK_API_URL %s', (address, apiUrl, token, download) => {
  const url = new URL(address);

  test(token ? 'gets the token' : 'gets no token', () => expect(maySendToken(url, apiUrl)).toBe(token));

  test(download ? 'is fetched' : 'is not fetched', () => expect(mayDownloadFrom(url, apiUrl)).toBe(download));
});
