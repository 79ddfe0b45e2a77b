import { buffer } from 'node:stream/consumers';
import { streamZip } from '@abilities-bot/local-service';

/** A zip of texts by their paths. */
export const packZip = (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  buffer(streamZip(new Map(Object.entries(files))));
