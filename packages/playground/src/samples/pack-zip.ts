import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';

/** A zip of texts by their paths. */
export async function packZip(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new ZipArchive();
  for (const [name, content] of Object.entries(files)) archive.append(content, { name });
  const [bytes] = await Promise.all([buffer(archive), archive.finalize()]);
  return bytes;
}
