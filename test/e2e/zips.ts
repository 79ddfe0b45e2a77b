import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { streamZip } from '@abilities-bot/local-service';

/** Zips files by path. */
export const zipOf = (files: Record<string, string | Buffer>): Promise<Buffer> =>
  buffer(streamZip(new Map(Object.entries(files))));

export const goodZip = () =>
  zipOf({
    'tides/main.py': 'def run(u):\n    return "high"\n',
    'tides/__init__.py': '',
    'tides/README.md': '# Tides\n',
  });

/** Files at the root: the most common mistake. The service refuses it. */
export const flatZip = () => zipOf({ 'main.py': 'def run(u):\n    return "high"\n', 'README.md': '# Tides\n' });

/** A zip of at least this many bytes. */
export const bigZip = (bytes: number) => zipOf({ 'tides/main.py': '', 'tides/noise.bin': randomBytes(bytes) });
