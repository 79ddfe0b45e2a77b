import { readFile } from 'node:fs/promises';
import { InstalledAbilityId } from '@abilities-bot/service-api';

const LINE = /^(\S+) @ [0-9a-f]{8}: (.+)$/;

/** Public Abilities and their trigger words, from `public-phrases.txt`. */
export async function readPublicPhrases() {
  const text = await readFile(new URL('public-phrases.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line, at) => {
    const [, name, phrases] = LINE.exec(line) ?? [];
    if (name === undefined || phrases === undefined) throw new Error(`not an Ability: ${line}`);
    return { id: InstalledAbilityId.parse(at + 1), name, triggerWords: phrases.split(', ') };
  });
}
