import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceParts } from '../service-parts.ts';
import type { AccountId } from '../storage/ids.ts';

export interface Call {
  /** The account of the credential. Other accounts' data must not be read or changed. */
  readonly account: AccountId;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: ServiceParts;
}

export type BodyType = 'application/json' | 'multipart/form-data';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * All paths that are served. A path with a trailing slash redirects from the one without it, unless that is listed
   * too.
   */
  readonly paths: readonly string[];
  /** Where the credential is: the two families of the interface ("Authentication" 2). */
  readonly credential: 'header' | 'body';
  /** Accepted content types of the body. Absent: no body. */
  readonly accepts?: readonly BodyType[];
  /** Returns the body of the answer: an object, an array or a stream, never undefined. */
  readonly handle: (call: Call) => Promise<unknown>;
}
