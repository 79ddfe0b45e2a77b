import type { FastifyRequest } from 'fastify';
import type { FileStore, SpooledFile } from '../storage/file-store.ts';
import { RequestError } from './request-error.ts';

export interface Form {
  /** All values of each field, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, SpooledFile>;
}

/**
 * Reads multipart/form-data, streaming each file to its store, so that memory use is constant. Spooled files are
 * deleted after `use`, except those it has kept.
 * @param stores the accepted file fields, with the store for each; other files are discarded.
 * @throws {RequestError} 400 for an invalid form, 413 for a file over the limit, 415 for another content type.
 */
export async function withForm<T>(
  request: FastifyRequest,
  stores: Readonly<Record<string, FileStore>>,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new RequestError(415, `Unsupported media type "${request.headers['content-type'] ?? ''}" in request.`);
  }
  const spooled: [FileStore, SpooledFile][] = [];
  try {
    const form = await readParts(request, stores, spooled).catch((error: unknown) => {
      throw isAboutForm(error) ? new RequestError(400, 'The form is incomplete.') : error;
    });
    return await use(form);
  } finally {
    await Promise.all(spooled.map(([store, file]) => store.discard(file)));
  }
}

async function readParts(
  request: FastifyRequest,
  stores: Readonly<Record<string, FileStore>>,
  spooled: [FileStore, SpooledFile][],
): Promise<Form> {
  const fields = new Map<string, string[]>();
  const files = new Map<string, SpooledFile>();
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new RequestError(413, `${part.fieldname} is too long.`);
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)]);
      continue;
    }
    const store = stores[part.fieldname];
    if (!store) {
      part.file.resume();
      continue;
    }
    const file = await store.spool(part.file, part.mimetype);
    spooled.push([store, file]);
    if (part.file.truncated) throw new RequestError(413, `${part.fieldname} is too large.`);
    files.set(part.fieldname, file);
  }
  return { fields, files };
}

/** Unlike our own errors, the parser's have no status; unlike a full disk's, they have no system call. */
function isAboutForm(error: unknown): boolean {
  return error instanceof Error && !('status' in error || 'statusCode' in error || 'syscall' in error);
}

/** The last value of a text field. Undefined if absent or empty, since a form cannot omit a field. */
export function textField(form: Form, name: string): string | undefined {
  return form.fields.get(name)?.at(-1)?.trim() || undefined;
}
