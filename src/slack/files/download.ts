import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatBytes, PackageProblemError } from '@abilities-bot/ability-zip';
import { FileUnavailableError } from '../../uploads/ports.ts';

/** True for Slack's own hosts over https, and for the origin of SLACK_API_URL if set (a local Slack). */
export function maySendToken(url: URL, apiUrl: string | null): boolean {
  if (apiUrl && url.origin === new URL(apiUrl).origin) return true;
  return isPlainHttps(url) && (url.hostname === 'slack.com' || url.hostname.endsWith('.slack.com'));
}

/**
 * True for the hosts that a file may be downloaded or redirected from. Slack's CDN serves pre-signed copies, which need
 * no token.
 */
export function mayDownloadFrom(url: URL, apiUrl: string | null): boolean {
  return maySendToken(url, apiUrl) || (isPlainHttps(url) && url.hostname.endsWith('.slack-edge.com'));
}

const isPlainHttps = ({ password, port, protocol, username }: URL) =>
  protocol === 'https:' && port === '' && username === '' && password === '';

const MAX_HOPS = 3;

export interface Download {
  url: string;
  /** Size from files.info, in bytes; null if unknown. */
  size: number | null;
  maxBytes: number;
  token: string;
  apiUrl: string | null;
  /** Aborts the download on a deadline or a cancellation. */
  signal: AbortSignal;
  onPercent: (percent: number) => void;
}

/**
 * Streams a shared file to disk. Only the owner can access the created file.
 * @throws PackageProblemError, with a message for people, if the file is unavailable, too large or not a file;
 * FileUnavailableError if Slack fails during the download; the signal's reason.
 */
export async function downloadFile(download: Download, path: string): Promise<void> {
  const response = await follow(download);
  // If the token has no access to the file, Slack returns its login page with status 200.
  if (/text\/html/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    throw new PackageProblemError(
      "I can't download this file. Invite me to its channel with /invite @abilities. If I'm already in that channel, the app lacks the Slack scope files:read. Tell an admin.",
    );
  }
  if (!response.body)
    throw new PackageProblemError('Slack sent an empty response instead of the file. Upload it again.');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > download.maxBytes) {
        done(
          new PackageProblemError(
            `The file is over the limit of ${formatBytes(download.maxBytes)}. Upload a smaller one.`,
          ),
        );
        return;
      }
      if (download.size) download.onPercent(Math.min(100, Math.floor((bytes / download.size) * 100)));
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.fromWeb(response.body), count, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof PackageProblemError) throw error;
    download.signal.throwIfAborted();
    throw new FileUnavailableError('The download from Slack was interrupted.', { cause: error });
  }
  if (download.size !== null && bytes !== download.size) {
    await rm(path, { force: true });
    throw new FileUnavailableError(`Slack sent ${bytes} bytes, but the file has ${download.size}.`);
  }
}

/** Follows redirects manually, so that only Slack's hosts get the token. */
async function follow({ url, token, apiUrl, signal }: Download): Promise<Response> {
  let target = new URL(url);
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    if (!mayDownloadFrom(target, apiUrl)) {
      throw new PackageProblemError(
        "The file isn't stored in Slack, so I can't read it. Download it and upload the file itself.",
      );
    }
    const headers: Record<string, string> = maySendToken(target, apiUrl) ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(target, { headers, redirect: 'manual', signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new FileUnavailableError("I couldn't download the file from Slack.", { cause });
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || !location) {
      if (response.ok) return response;
      await response.body?.cancel();
      if (response.status >= 500 || response.status === 429) {
        throw new FileUnavailableError(`Slack didn't return the file (status ${response.status}).`);
      }
      throw new PackageProblemError(
        `Slack didn't return the file (status ${response.status}). It may have been deleted. Upload it again.`,
      );
    }
    await response.body?.cancel();
    if (!URL.canParse(location, target.href)) break;
    target = new URL(location, target);
  }
  throw new PackageProblemError('Slack redirected the download too many times. Try again in a minute.');
}
