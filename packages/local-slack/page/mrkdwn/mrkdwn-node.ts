import type { EmojiName } from './emoji-names.ts';

/** Inline mrkdwn. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; url: string; label: string }
  | { kind: 'person'; id: string; label: string | null }
  | { kind: 'channel'; id: string; label: string | null }
  | { kind: 'broadcast'; text: string }
  | { kind: 'emoji'; name: EmojiName }
  /** `epoch` in seconds. */
  | { kind: 'date'; epoch: number; format: string; link: string | null; fallback: string }
  | { kind: 'break' };

/** Block-level mrkdwn. */
export type Chunk =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'quote'; content: Inline[] }
  | { kind: 'code-block'; text: string };
