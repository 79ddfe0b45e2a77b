import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceParts } from '../service-parts.ts';
import type { AccountId } from '../storage/ids.ts';

/** One authenticated request. */
export interface Call {
  /** Whose credential it carries. Nothing of another account may be read or changed. */
  readonly account: AccountId;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: ServiceParts;
}

export type BodyType = 'application/json' | 'multipart/form-data';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Every spelling that is served. One with a trailing slash answers 301 without it, unless that is listed too. */
  readonly paths: readonly string[];
  /** Where the credential is: the two families of the interface ("Authentication" 2). */
  readonly credential: 'header' | 'body';
  /** The bodies that it reads, each by its content type. Absent: it reads none. */
  readonly accepts?: readonly BodyType[];
  /** Returns the body of the answer: an object, an array or a stream, never nothing. */
  readonly handle: (call: Call) => Promise<unknown>;
}
