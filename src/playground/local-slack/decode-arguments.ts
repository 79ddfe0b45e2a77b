import type { FastifyRequest } from 'fastify';
import { type JsonObject, parseJson, readObject } from './json.ts';

/** Arguments that clients send as JSON text inside a form. */
const jsonArguments = new Set(['blocks', 'attachments', 'view', 'metadata', 'files']);

/** The raw body; empty when there was none. */
export function readBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The arguments of a call, from its query, its form or its JSON body. */
export function decodeArguments(request: FastifyRequest): JsonObject {
  const text = readBody(request).toString();
  const inBody = request.headers['content-type']?.includes('json')
    ? readObject(parseJson(text))
    : Object.fromEntries(new URLSearchParams(text));
  const pairs = Object.entries({ ...readObject(request.query), ...inBody });
  return Object.fromEntries(pairs.map(([name, value]) => [name, jsonArguments.has(name) ? decodeJson(value) : value]));
}

function decodeJson(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}
