import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';

const README = '# Sunrise\n\nTells when the sun rises and sets.\n';

const MAIN = `"""Tells when the sun rises and sets."""


def run(utterance):
    return "The sun rises at six and sets at eight."
`;

/** A real package as people drop it: one folder with main.py, an empty __init__.py and a README. */
export async function packSunrise(): Promise<Buffer> {
  const archive = new ZipArchive();
  archive.append(MAIN, { name: 'sunrise/main.py' });
  archive.append('', { name: 'sunrise/__init__.py' });
  archive.append(README, { name: 'sunrise/README.md' });
  const [bytes] = await Promise.all([buffer(archive), archive.finalize()]);
  return bytes;
}
