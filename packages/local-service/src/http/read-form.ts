import type { FastifyRequest } from 'fastify';
import type { FileStore, SpooledFile } from '../storage/file-store.ts';
import { RequestError } from './request-error.ts';

export interface Form {
  /** Every value of a field, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, SpooledFile>;
}

/**
 * Reads multipart/form-data, with each file streamed to its store, so that memory does not grow with the upload. The
 * spooled files are removed once `use` is done, however it ends; what `use` has kept is no longer among them.
 * @param stores which file fields are accepted, and where each is spooled; another file is read and dropped.
 * @throws {RequestError} 400 for a form that cannot be read, 413 for a file over the limit, 415 for another body.
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
      throw isAboutForm(error) ? new RequestError(400, 'The form cannot be read to its end.') : error;
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

/** The parser's own errors carry neither a status, as our refusals do, nor a system call, as a full disk does. */
function isAboutForm(error: unknown): boolean {
  return error instanceof Error && !('status' in error || 'statusCode' in error || 'syscall' in error);
}

/** The last value of a text field, or undefined. An empty one counts as absent, as a form cannot leave a field out. */
export function textField(form: Form, name: string): string | undefined {
  return form.fields.get(name)?.at(-1)?.trim() || undefined;
}
