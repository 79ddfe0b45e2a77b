import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';

/** A package that the service accepts: content by path. */
export const packageFiles = { 'tides/main.py': 'def run(utterance):\n    return "high"\n', 'tides/__init__.py': '' };

/** Zips these files; a path that ends in a slash is a folder. */
export async function makeZip(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new ZipArchive();
  for (const [name, content] of Object.entries(files)) archive.append(content, { name });
  const [bytes] = await Promise.all([buffer(archive), archive.finalize()]);
  return bytes;
}
