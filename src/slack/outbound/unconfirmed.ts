import { webApi } from '@slack/bolt';
import type { Clock } from '../../base/clock.ts';
import { hasNeverConnected, networkCodeOf } from '../../base/network-failure.ts';
import type { MessagePlace } from './messages.ts';

/** Sent again, the message or file would be there twice. */
const POSTS = new Set(['chat.postMessage', 'chat.postEphemeral', 'files.completeUploadExternal']);

/**
 * `confirmedWithin` limits how long callers wait. The call itself continues, because its answer may still contain the
 * location of a post.
 */
const PATIENT = new Set([...POSTS, 'chat.update']);

/** A gateway has lost the answer, or did not wait for it. */
const LOST_BEHIND_GATEWAY = new Set([502, 504]);

/** Slack may have carried out a call: its answer did not come in time, or was lost on the way. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';
  readonly #late: Promise<MessagePlace | null>;

  constructor(late: Promise<MessagePlace | null> = Promise.resolve(null)) {
    super('Slack did not confirm the call, so it may have been carried out.');
    this.#late = late;
  }

  /** The location of the message if Slack confirms it late, else null. Never rejects. */
  get late(): Promise<MessagePlace | null> {
    return this.#late;
  }
}

/** For a Web API client. Its own time limit would end a post that may arrive. */
const fetchPatiently: NonNullable<webApi.WebClientOptions['fetch']> = async (url, init) => {
  const method = new URL(url).pathname.split('/').at(-1) ?? '';
  if (!PATIENT.has(method)) return fetch(url, init);
  const isPost = POSTS.has(method);
  try {
    const response = await fetch(url, { ...init, signal: null });
    if (!isPost) return response;
    if (LOST_BEHIND_GATEWAY.has(response.status)) throw new UnconfirmedError();
    // Read here, since half an answer is none either.
    return new Response(await response.arrayBuffer(), response);
  } catch (failure) {
    throw isPost && mayHaveArrived(failure) ? new UnconfirmedError() : failure;
  }
};

const mayHaveArrived = (failure: unknown): boolean => !hasNeverConnected(networkCodeOf(failure));

/** Ends the retries of a Web API client. */
function keepUnconfirmed(error: unknown): void {
  if (error instanceof webApi.WebAPIRequestError && error.original instanceof UnconfirmedError) throw error.original;
}

/** Options of a Web API client that repeats no post of which the answer is missing. */
export function withoutRepeatedPosts({ retryConfig, ...options }: webApi.WebClientOptions): webApi.WebClientOptions {
  const retries = { ...retryConfig, onFailedAttempt: keepUnconfirmed };
  return { ...options, fetch: fetchPatiently, retryConfig: retries };
}

/**
 * The result of a post or an edit. Waits at most `ms`; the call itself continues.
 * @param placeOf the location of the message in a late result.
 * @throws UnconfirmedError if there is no answer in time; the errors of `call`.
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
