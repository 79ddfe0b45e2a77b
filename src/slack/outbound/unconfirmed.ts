import { webApi } from '@slack/bolt';
import type { Clock } from '../../base/clock.ts';
import { hasNeverConnected, networkCodeOf } from '../../base/network-failure.ts';
import type { MessagePlace } from './messages.ts';

/** Methods that would create a second message or file if they were retried. */
const POSTS = new Set(['chat.postMessage', 'chat.postEphemeral', 'files.completeUploadExternal']);

/**
 * Methods without a timeout in the client. `confirmedWithin` limits how long callers wait, but the call continues,
 * because its response may still contain the location of a post.
 */
const PATIENT = new Set([...POSTS, 'chat.update']);

/** Statuses of a gateway that lost the response or didn't wait for it. */
const LOST_BEHIND_GATEWAY = new Set([502, 504]);

/** Slack may have carried out a call whose response didn't arrive in time, or at all. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';
  readonly #late: Promise<MessagePlace | null>;

  constructor(late: Promise<MessagePlace | null> = Promise.resolve(null)) {
    super('Slack did not confirm the call, so it may have been carried out.');
    this.#late = late;
  }

  /** The location of the message if Slack confirms it late; else null. Never rejects. */
  get late(): Promise<MessagePlace | null> {
    return this.#late;
  }
}

/** The `fetch` of a Web API client. Ignores the client's timeout for posts and edits, because they may still arrive. */
const fetchPatiently: NonNullable<webApi.WebClientOptions['fetch']> = async (url, init) => {
  const method = new URL(url).pathname.split('/').at(-1) ?? '';
  if (!PATIENT.has(method)) return fetch(url, init);
  const isPost = POSTS.has(method);
  try {
    const response = await fetch(url, { ...init, signal: null });
    if (!isPost) return response;
    if (LOST_BEHIND_GATEWAY.has(response.status)) throw new UnconfirmedError();
    // The body is read here, because an incomplete response doesn't confirm the post either.
    return new Response(await response.arrayBuffer(), response);
  } catch (failure) {
    throw isPost && mayHaveArrived(failure) ? new UnconfirmedError() : failure;
  }
};

const mayHaveArrived = (failure: unknown): boolean => !hasNeverConnected(networkCodeOf(failure));

/** Rethrowing an unconfirmed call's error keeps the Web API client from retrying it. */
function keepUnconfirmed(error: unknown): void {
  if (error instanceof webApi.WebAPIRequestError && error.original instanceof UnconfirmedError) throw error.original;
}

/** Options of a Web API client that doesn't retry unconfirmed posts. */
export function withoutRepeatedPosts({ retryConfig, ...options }: webApi.WebClientOptions): webApi.WebClientOptions {
  const retries = { ...retryConfig, onFailedAttempt: keepUnconfirmed };
  return { ...options, fetch: fetchPatiently, retryConfig: retries };
}

/**
 * Waits at most `ms` for a post or an edit. The call itself continues after that.
 * @param placeOf returns the message's location from a late result.
 * @throws UnconfirmedError if there is no response in time; the errors of `call`.
 */
export function confirmedWithin<T>(
  call: Promise<T>,
  ms: number,
  clock: Pick<Clock, 'deadline'>,
  placeOf: (result: T) => MessagePlace | null = () => null,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.deadline(ms, () => reject(new UnconfirmedError(call.then(placeOf, () => null))));
    call.then(
      (result) => {
        cancel();
        resolve(result);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
