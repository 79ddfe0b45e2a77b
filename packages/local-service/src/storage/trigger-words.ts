import * as z from 'zod';

const StoredWords = z.array(z.string());

export function decodeTriggerWords(column: string): string[] {
  return StoredWords.parse(JSON.parse(column));
}

export function encodeTriggerWords(words: readonly string[]): string {
  return JSON.stringify(words);
}
