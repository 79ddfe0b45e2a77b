import { createHash } from 'node:crypto';
import type { Layout } from './check/find-layout.ts';

/**
 * SHA-256, in hex, over the paths below the single top folder and the SHA-256 of each content. Paths contain no NUL, so
 * the encoding is unambiguous.
 * @param files sorted by path.
 */
export function contentDigest(
  files: readonly { path: string; sha256: string }[],
  { root }: Pick<Layout, 'root'>,
): string {
  const lines = files.map(({ path, sha256 }) => `${path.slice(root.length)}\0${sha256}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}
