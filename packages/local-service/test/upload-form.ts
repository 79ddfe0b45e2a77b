import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { streamZip } from '../src/packages/stream-zip.ts';
import type { Answer, Caller } from './caller.ts';

export function zipOf(files: Record<string, string>): Promise<Buffer> {
  return buffer(streamZip(new Map(Object.entries(files))));
}

export function validZip(): Promise<Buffer> {
  return zipOf({
    'greeter/__init__.py': '',
    'greeter/main.py': 'print("hello")\n',
    'greeter/README.md': '# Greeter\n',
  });
}

export interface UploadFields {
  readonly fields?: Record<string, string | undefined>;
  readonly zip?: Uint8Array<ArrayBufferLike> | null;
  readonly contentType?: string;
  readonly image?: { readonly content: string; readonly type: string };
}

/** A valid form, except where a test overrides it; undefined omits a field. */
export async function uploadForm({ fields, zip, contentType, image }: UploadFields = {}): Promise<FormData> {
  const form = new FormData();
  const all: Record<string, string | undefined> = {
    name: 'Greeter',
    category: 'skill',
    description: 'Says hello.',
    trigger_words: 'say hello, greet me',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.set(name, value);
  const content = zip === undefined ? await validZip() : zip;
  if (content)
    form.set(
      'zip_file',
      new File([new Uint8Array(content)], 'greeter.zip', { type: contentType ?? 'application/zip' }),
    );
  if (image) form.set('image_file', new File([image.content], 'icon', { type: image.type }));
  return form;
}

export async function upload(caller: Caller, options: UploadFields = {}): Promise<Answer> {
  return caller.sendForm('POST', '/api/capabilities/add-capability/', await uploadForm(options));
}

/** Uploads and returns the new Ability's ID. */
export async function uploadedId(caller: Caller, options: UploadFields = {}): Promise<number> {
  return z.object({ capability_id: z.number() }).parse((await upload(caller, options)).body).capability_id;
}
