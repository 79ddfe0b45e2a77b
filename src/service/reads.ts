import { type FileHandle, open, rm } from 'node:fs/promises';
import {
  Ability,
  type AbilityId,
  AbilityList,
  type AbilityRelease,
  type Agent,
  AgentList,
  type InstalledAbility,
  InstalledAbilityList,
  type ListedRelease,
  leftOutOf,
  mayBeListed,
  ReleaseAnswer,
  ReleaseList,
  ZIP_CONTENT_TYPES,
} from '@abilities-bot/service-api';
import type { ServiceConnection } from './connection.ts';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import { isNotOffered, isServiceError, NotFoundError, UnavailableError, UnreadableAnswerError } from './errors.ts';
import type { OpenAnswer } from './http.ts';
import { callService } from './retry.ts';

/**
 * A zip's end-of-central-directory record has 22 bytes, followed by a comment of at most 65,535 bytes (APPNOTE 4.3.16).
 */
const END_START = Buffer.from('PK\x05\x06');
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/**
 * True if a file of `bytes` bytes ends like a zip. Without a Content-Length, nothing else reveals a truncated download.
 */
async function endsAsZip(file: FileHandle, bytes: number): Promise<boolean> {
  const tail = Buffer.alloc(Math.min(bytes, END_BYTES + MAX_COMMENT_BYTES));
  await file.read(tail, 0, tail.length, bytes - tail.length);
  const at = tail.lastIndexOf(END_START);
  if (at === -1 || at + END_BYTES > tail.length) return false;
  return at + END_BYTES + tail.readUInt16LE(at + END_BYTES - 2) <= tail.length;
}

/** `cut`: it starts like a zip, but is truncated. */
type ZipFate = 'saved' | 'no-zip' | 'too-large' | 'cut';

/** The signature of a zip's first entry. An empty zip starts differently. */
const ZIP_START = Buffer.from('PK\x03\x04');

/**
 * Streams a zip to a new file that only its owner can read. The file only remains if the result is `saved`.
 *
 * @throws the errors of `chunks`; the system's error if the file exists or can't be written.
 */
async function saveZip(chunks: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<ZipFate> {
  const file = await open(path, 'wx+', 0o600);
  try {
    const fate = await writeZip(file, chunks, maxBytes).finally(() => file.close());
    if (fate !== 'saved') await rm(path);
    return fate;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeZip(file: FileHandle, chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ZipFate> {
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of chunks) {
    start = Buffer.concat([start, chunk.subarray(0, ZIP_START.length - start.length)]);
    if (!ZIP_START.subarray(0, start.length).equals(start)) return 'no-zip';
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return 'too-large';
    await file.appendFile(chunk);
  }
  if (start.length < ZIP_START.length) return 'no-zip';
  return (await endsAsZip(file, bytes)) ? 'saved' : 'cut';
}

/** The documented types, and the default types of file storage services. */
const PACKAGE_TYPES: readonly string[] = [...ZIP_CONTENT_TYPES, 'binary/octet-stream', ''];

/**
 * Downloads an Ability's package, a flat zip, to a new file at `path`. Returns false if the service lacks the route,
 * has no package, or answers with something else, such as a login page.
 *
 * @throws UnreadableAnswerError if the package is larger than `maxBytes`; UnavailableError, RateLimitedError; the
 * system's error if the file exists or can't be written. No new file remains then.
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

/**
 * The release under which an installed Ability can be updated in place. Null if it isn't installed, the service lacks
 * the route, or the answer doesn't name the release.
 *
 * @throws UnavailableError, RateLimitedError
 */
export async function findRelease(connection: ServiceConnection, id: AbilityId): Promise<AbilityRelease | null> {
  const { name: endpoint, method, path } = ENDPOINTS.findRelease;
  try {
    const request = { endpoint, method, path: path(id), answer: ReleaseAnswer, maxAttempts: 3 };
    const { abilityId, installedId, releaseId, version, isCommitted } = await callService(connection, request);
    // On a mismatch, another Ability's code would be updated.
    if (installedId === null || releaseId === null || (abilityId !== null && abilityId !== id)) return null;
    return { abilityId: id, installedId, releaseId, version, isCommitted };
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}

/**
 * The releases of an Ability, newest first, without unreadable rows. Null if the service lacks the route or has no such
 * Ability.
 *
 * @throws UnavailableError, RateLimitedError
 */
export async function listReleases(connection: ServiceConnection, id: AbilityId): Promise<ListedRelease[] | null> {
  const { name: endpoint, method, path } = ENDPOINTS.listReleases;
  try {
    const request = { endpoint, method, path: path(id), answer: ReleaseList, maxAttempts: 3 };
    const releases = reportLeftOut(connection, endpoint, await callService(connection, request));
    // The order differs between services, but newer releases always have higher IDs.
    return releases.toSorted((one, other) => other.id - one.id);
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}

const MAX_ROWS = 10;
const MAX_FIELD = 60;

/** Reports unreadable rows for the log, so that operators can find them. */
function reportLeftOut<T>({ onLeftOut }: ServiceConnection, endpoint: EndpointName, rows: T[]): T[] {
  const unread = leftOutOf(rows);
  if (unread.length > 0) {
    const named = unread.slice(0, MAX_ROWS).map(({ field, id, index }) => {
      return { index, id, field: field?.slice(0, MAX_FIELD) ?? null };
    });
    onLeftOut({ endpoint, count: unread.length, rows: named });
  }
  return rows;
}

/** Endpoint 1. `withImage` requests the image URL of each Agent. */
export async function listAgents(
  connection: ServiceConnection,
  options: { withImage?: boolean } = {},
): Promise<Agent[]> {
  const { name: endpoint, method, path } = ENDPOINTS.listAgents;
  const query = options.withImage ? { with_image: 'true' } : undefined;
  const request = { endpoint, method, path, query, answer: AgentList, maxAttempts: 3 };
  return reportLeftOut(connection, endpoint, await callService(connection, request));
}

/**
 * Requires a list without unreadable rows, because an incomplete list can't show that something is missing, or that a
 * name is free.
 * @throws UnreadableAnswerError naming the first unreadable field.
 */
export function requireComplete<T>(rows: T[], endpoint: EndpointName): T[] {
  const [first] = leftOutOf(rows);
  if (!first) return rows;
  const field = first.field === null ? String(first.index) : `${first.index}.${first.field}`;
  throw new UnreadableAnswerError({ endpoint, status: 200, detail: null, field });
}

export async function listAbilities(connection: ServiceConnection): Promise<Ability[]> {
  const { name: endpoint, method, path } = ENDPOINTS.listAbilities;
  const request = { endpoint, method, path, answer: AbilityList, maxAttempts: 3 };
  return reportLeftOut(connection, endpoint, await callService(connection, request));
}

export async function listInstalledAbilities(connection: ServiceConnection): Promise<InstalledAbility[]> {
  const { name: endpoint, method, path } = ENDPOINTS.listInstalledAbilities;
  const request = { endpoint, method, path, answer: InstalledAbilityList, maxAttempts: 3 };
  return reportLeftOut(connection, endpoint, await callService(connection, request));
}

/**
 * Endpoint 4. What it returns differs between services, so after a 404, the list is read before the Ability counts as
 * missing. Both reads share the read budget.
 *
 * @throws NotFoundError if neither has it.
 */
export async function getAbility(connection: ServiceConnection, id: AbilityId): Promise<Ability> {
  const { name: endpoint, method, path } = ENDPOINTS.getAbility;
  const endAt = connection.clock.monotonic() + connection.readBudgetMs;
  try {
    return await callService(connection, { endpoint, method, path: path(id), answer: Ability, maxAttempts: 3 });
  } catch (error) {
    if (!isServiceError(error) || error.status !== 404) throw error;
    const abilities = await listAbilities({ ...connection, readBudgetMs: endAt - connection.clock.monotonic() });
    const listed = abilities.find((ability) => ability.id === id);
    if (listed) return listed;
    if (mayBeListed(abilities)(id)) requireComplete(abilities, ENDPOINTS.listAbilities.name);
    throw new NotFoundError({ endpoint, status: error.status, detail: error.detail });
  }
}
