import type { FastifyRequest } from 'fastify';
import { type JsonObject, parseJson, readObject } from '../json.ts';

/** Arguments that clients send as JSON text inside a form. */
const JSON_ARGUMENTS = new Set(['blocks', 'attachments', 'view', 'metadata', 'files']);

/** The raw body; empty if there is none. */
export function readBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The bytes of an upload, sent raw or as the only part of a form. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  const body = readBody(request);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return body;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const [part = ''] = form.values();
  return typeof part === 'string' ? Buffer.from(part) : Buffer.from(await part.arrayBuffer());
}

/** The arguments of a call, from its query, its form or its JSON body. */
export function decodeArguments(request: FastifyRequest): JsonObject {
  const text = readBody(request).toString();
  const inBody = request.headers['content-type']?.includes('json')
    ? readObject(parseJson(text))
    : Object.fromEntries(new URLSearchParams(text));
  const pairs = Object.entries({ ...readObject(request.query), ...inBody });
  return Object.fromEntries(pairs.map(([name, value]) => [name, JSON_ARGUMENTS.has(name) ? decodeJson(value) : value]));
}

function decodeJson(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}
