import { createHash } from 'node:crypto';
import type { UploadRecord } from '../../store/upload-record.ts';

/** Of everything in an upload that decides what it makes of an Ability: its words, its icon and its files. */
export const digestUpload = ({ contents, form, icon, zip }: UploadRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([form, icon, zip, contents?.sha256 ?? null, contents?.contentDigest ?? null]))
    .digest('hex');
