import { type Clock, systemClock } from '../base/clock.ts';
import { AnswerMemory } from './answer-memory.ts';
import { cacheResponses } from './cache.ts';
import { CircuitBreaker, type LeftOut, type ServiceCall, type ServiceConnection } from './connection.ts';
import { LargeAnswers } from './large-answers.ts';
import type { ServiceClient } from './methods.ts';
import {
  downloadPackage,
  findRelease,
  getAbility,
  listAbilities,
  listAgents,
  listInstalledAbilities,
  listReleases,
} from './reads.ts';
import { type Credential, credentialHeader, parseBaseUrl } from './types.ts';
import { uploadAbility } from './upload.ts';
import {
  type AssignmentMemory,
  deleteAbilities,
  enableRelease,
  setAgentAbilities,
  setInstalledAbility,
  updateRelease,
} from './writes.ts';

export { AnswerMemory } from './answer-memory.ts';
export { CircuitBreaker, type ServiceCall } from './connection.ts';
export * from './errors.ts';
export { LargeAnswers } from './large-answers.ts';
export type { ReadOptions, ServiceClient } from './methods.ts';
export type { AbilityUpload, Credential } from './types.ts';
export type { DeletionFate, DeletionReport } from './writes.ts';

const DEFAULT_MEMORY_BYTES = 64 * 1024 * 1024;

export interface ServiceClientOptions {
  /** `{base_url}` of the service interface, with or without a trailing slash. It may contain a path. */
  baseUrl: string;
  credential: Credential;
  /** For one attempt, until the last byte of the answer, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** For all attempts of a repeatable call and the waits between them, in milliseconds. Default: 15,000. */
  readBudgetMs?: number;
  /** For one upload, or for all attempts of a download, in milliseconds. Default: 120,000. */
  uploadTimeoutMs?: number;
  /** How long reads that allow it may use cached lists, in milliseconds. Default: 0, no cache. */
  keepMs?: number;
  /**
   * Limits the memory of cached answers. Share one among all clients of a process. Default: a separate one of 64 MiB.
   */
  answerMemory?: AnswerMemory;
  /**
   * Limits how many large answers are read at the same time. Share one among all clients of a process. Default: a
   * separate one.
   */
  largeAnswers?: LargeAnswers;
  /**
   * Share one among all clients of a base URL. Default: a separate one, so that this client calls the service even
   * while the circuit of others is open.
   */
  circuit?: CircuitBreaker;
  /** Called with the rows of a list that couldn't be parsed. Its errors are ignored, like those of `onCall`. */
  onLeftOut?: (rows: LeftOut) => void;
  /**
   * Called for each attempt. Its errors are ignored, because a call must not fail just because it couldn't be logged.
   */
  onCall?: (call: ServiceCall) => void;
}

/**
 * Creates a client for one base URL and one credential, without calling the service.
 *
 * @throws TypeError if the base URL or the credential is invalid; the message doesn't contain the credential.
 */
export function createServiceClient(options: ServiceClientOptions, clock: Clock = systemClock): ServiceClient {
  const connection = openConnection(options, clock);
  const memory: AssignmentMemory = { workingFormat: null };
  const client: ServiceClient = {
    listAgents: (listOptions) => listAgents(connection, listOptions),
    setAgentAbilities: (agentId, abilityIds) => setAgentAbilities(connection, memory, agentId, abilityIds),
    uploadAbility: (upload) => uploadAbility(connection, upload),
    getAbility: (id) => getAbility(connection, id),
    listAbilities: () => listAbilities(connection),
    listInstalledAbilities: () => listInstalledAbilities(connection),
    setInstalledAbility: (row, change) => setInstalledAbility(connection, row, change),
    deleteAbilities: (ids) => deleteAbilities(connection, ids),
    findRelease: (id) => findRelease(connection, id),
    downloadPackage: (id, path, maxBytes, callOptions) => downloadPackage(connection, id, path, maxBytes, callOptions),
    updateRelease: (releaseId, zip, message, callOptions) =>
      updateRelease(connection, releaseId, zip, message, callOptions),
    listReleases: (id) => listReleases(connection, id),
    enableRelease: (releaseId) => enableRelease(connection, releaseId),
    clearCache: () => undefined,
  };
  const { keepMs = 0, answerMemory = new AnswerMemory(DEFAULT_MEMORY_BYTES) } = options;
  return cacheResponses(client, { keepMs, clock, memory: answerMemory, reads: connection.reads });
}

function openConnection(options: ServiceClientOptions, clock: Clock): ServiceConnection {
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    authHeader: credentialHeader(options.credential),
    secret: options.credential.value,
    timeoutMs: options.timeoutMs ?? 10_000,
    readBudgetMs: options.readBudgetMs ?? 15_000,
    uploadTimeoutMs: options.uploadTimeoutMs ?? 120_000,
    onCall: neverThrowing(options.onCall),
    onLeftOut: neverThrowing(options.onLeftOut),
    circuit: options.circuit ?? new CircuitBreaker(),
    reads: (options.largeAnswers ?? new LargeAnswers()).ofWorkspace(),
    clock,
  };
}

const neverThrowing =
  <T>(listener: ((event: T) => void) | undefined) =>
  (event: T): void => {
    try {
      listener?.(event);
    } catch {
      // A listener's error must not make the call fail.
    }
  };
