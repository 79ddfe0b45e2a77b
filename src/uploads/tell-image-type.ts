import { open } from 'node:fs/promises';

const MARKS = [
  { type: 'image/png', mark: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', mark: Buffer.from([0xff, 0xd8, 0xff]) },
] as const;

/** What an image on disk is by its first bytes, whatever its name and Slack say; null when it is neither. */
export async function tellImageType(path: string): Promise<'image/png' | 'image/jpeg' | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return MARKS.find(({ mark }) => buffer.subarray(0, mark.length).equals(mark))?.type ?? null;
  } finally {
    await file.close();
  }
}
