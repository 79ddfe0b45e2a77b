import type { AbilityId } from '@abilities-bot/service-api';
import { ZIP_CONTENT_TYPES } from '@abilities-bot/service-api';
import type { OpenAnswer } from './answer-reader.ts';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { UnavailableError, UnreadableAnswerError } from './errors/index.ts';
import { isNotOffered } from './is-not-offered.ts';
import { saveZip } from './save-zip.ts';
import type { ServiceConnection } from './service-connection.ts';

/** As the document accepts them, and what file stores say of a file that they know nothing about. */
const PACKAGE_TYPES: readonly string[] = [...ZIP_CONTENT_TYPES, 'binary/octet-stream', ''];

/**
 * The package of an Ability as the service gives it, a flat zip, streamed to a new file at `path`. False when the service
 * does not offer it, has none, or answers with something else, such as a login page.
 *
 * @throws UnreadableAnswerError when it is larger than `maxBytes`; UnavailableError, RateLimitedError; the system's error
 *   when the file exists or cannot be written. There is no new file then.
 */
export async function downloadPackage(
  connection: ServiceConnection,
  id: AbilityId,
  path: string,
  maxBytes: number,
  options: { signal?: AbortSignal } = {},
): Promise<boolean> {
  const { name: endpoint, method, path: address } = ENDPOINTS.downloadPackage;
  let isTooLarge = false;
  const answer = async ({ status, headers, chunks }: OpenAnswer): Promise<boolean> => {
    const type = (headers.get('content-type') ?? '').replace(/;.*/s, '').trim().toLowerCase();
    if (!PACKAGE_TYPES.includes(type)) return false;
    const fate = await saveZip(chunks, path, maxBytes);
    const facts = { endpoint, status, detail: null };
    isTooLarge = fate === 'too-large';
    if (isTooLarge) throw new UnreadableAnswerError({ ...facts, field: null });
    if (fate === 'cut') throw new UnavailableError({ ...facts, reason: 'network' });
    return fate === 'saved';
  };
  const timeoutMs = connection.uploadTimeoutMs;
  const limits = { maxAttempts: 3, timeoutMs, budgetMs: timeoutMs, signal: options.signal };
  try {
    return await callService(connection, { endpoint, method, path: address(id), answer, ...limits });
  } catch (error) {
    if (!isTooLarge && isNotOffered(error)) return false;
    throw error;
  }
}
