/**
 * Where the bot's token may be sent: Slack's own hosts over https, and the origin of SLACK_API_URL when that is set to
 * something else (a local Slack).
 */
export function maySendToken(url: URL, apiUrl: string | null): boolean {
  if (apiUrl && url.origin === new URL(apiUrl).origin) return true;
  return isPlainHttps(url) && (url.hostname === 'slack.com' || url.hostname.endsWith('.slack.com'));
}

/** Where a download may lead after a redirect. Slack's CDN serves pre-signed copies, without the token. */
export function mayDownloadFrom(url: URL, apiUrl: string | null): boolean {
  return maySendToken(url, apiUrl) || (isPlainHttps(url) && url.hostname.endsWith('.slack-edge.com'));
}

const isPlainHttps = ({ password, port, protocol, username }: URL) =>
  protocol === 'https:' && port === '' && username === '' && password === '';
