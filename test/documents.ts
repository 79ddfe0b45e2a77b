import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const markdownIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

/** Every Markdown file for people, relative to the root. */
export const DOCUMENTS: readonly string[] = [
  ...['.', 'docs', 'docs/deploy'].flatMap(markdownIn),
  ...readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name, 'README.md')),
];
