import { openAsBlob } from 'node:fs';
import type { ReleaseId } from '@abilities-bot/service-api';
import { FormData } from 'undici';
import * as z from 'zod';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type AnyServiceError, isServiceError, NotFoundError } from './errors/index.ts';
import type { ServiceConnection } from './service-connection.ts';

/**
 * Replaces the code of a release by a flat zip, in place. It is saved, not committed: a commit would make a new version
 * each time, saving the same again changes nothing more. Sent once here; after an error that `leavesOutcomeOpen`
 * recognises the caller may send it again.
 *
 * @throws NotFoundError when there is no such release or the service does not offer the route; nothing has changed then.
 */
export async function updateRelease(
  connection: ServiceConnection,
  releaseId: ReleaseId,
  zip: { path: string; fileName: string },
  commitMessage: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const { name: endpoint, method, path } = ENDPOINTS.updateRelease;
  const body = new FormData();
  body.append('committed', 'false');
  body.append('commit_message', commitMessage);
  body.append('zip_file', await openAsBlob(zip.path, { type: 'application/zip' }), zip.fileName);
  try {
    await callService(connection, {
      endpoint,
      method,
      path: path(releaseId),
      body,
      answer: z.unknown(),
      maxAttempts: 1,
      redirect: 'error',
      timeoutMs: connection.uploadTimeoutMs,
      signal: options.signal,
    });
  } catch (error) {
    if (!isAbsence(error)) throw error;
    throw new NotFoundError({ endpoint, status: error.status, detail: error.detail });
  }
}

/** A route that a service does not have is a 404, with or without a web page, a 405, or a redirect to a page that it has. */
function isAbsence(error: unknown): error is AnyServiceError {
  if (!isServiceError(error)) return false;
  const isRedirect = error.kind === 'misconfigured-base-url' && error.reason === 'redirect';
  return isRedirect || error.status === 404 || error.status === 405;
}
