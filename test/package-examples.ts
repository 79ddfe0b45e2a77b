import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './documents.ts';

export const PACKAGES = readdirSync(join(ROOT, 'packages'));

export const readReadme = (name: string) => readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');

/** The first TypeScript code block and the text block after it. */
const EXAMPLE = /^```ts\n(?<code>.*?)^```\n+^```text\n(?<output>.*?)^```$/ms;

/** The example in the README of a package, and what it prints. */
export function readExample(name: string): { code: string; output: string } {
  const { code, output } = EXAMPLE.exec(readReadme(name))?.groups ?? {};
  if (code === undefined || output === undefined)
    throw new Error(`The README of ${name} has no example with its output.`);
  return { code, output };
}
