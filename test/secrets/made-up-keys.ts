import { createHash } from 'node:crypto';
import { type KeyRing, parseKeyRing } from '../../src/store/encryption.ts';

/** The setting for a made-up key, derived from a word. */
export const madeUpKey = (word: string): string => createHash('sha256').update(`made-up key: ${word}`).digest('base64');

export const madeUpRing = (...words: string[]): KeyRing => parseKeyRing(words.map(madeUpKey).join(','));
