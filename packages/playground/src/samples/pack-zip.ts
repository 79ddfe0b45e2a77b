import { buffer } from 'node:stream/consumers';
import { streamZip } from '@abilities-bot/local-service';

/** Zips texts by path. */
export const packZip = (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  buffer(streamZip(new Map(Object.entries(files))));
