import { CATEGORIES } from '@abilities-bot/service-api';
import * as z from 'zod';
import type { Command } from '../core/command.ts';
import type { UploadForm } from '../core/features/upload.ts';
import { completeCommand, isGuess } from '../core/registry.ts';
import { parseCommand } from '../core/verbs.ts';

const UploadId = z.string().regex(/^[0-9a-f]{16}$/);

const FileId = z.string().regex(/^F[A-Z0-9]+$/);

/** More loose files than that are no Ability, and would not fit into a button. */
export const MAX_PARTS = 30;

/** A file that was shared in Slack, or several loose ones that become one zip. */
export const SharedFile = z.object({
  /** With `parts`, the first of them. */
  id: FileId,
  name: z.string(),
  /** The upload beside which a copy of it is in the store. */
  kept: UploadId.optional(),
  /** The loose files that are packed into one zip, which is then called `name`. */
  parts: z.array(FileId).min(1).max(MAX_PARTS).optional(),
  /** An image of the same share, which becomes the icon unless another is chosen. */
  icon: z.object({ id: FileId, name: z.string() }).optional(),
});
export type SharedFile = z.infer<typeof SharedFile>;

/**
 * A message that everybody sees, from which somebody was asked something privately. Its channel is that of the click: a
 * private message stands in the channel where its answer was asked for.
 */
export const SharedPlace = z.object({
  ts: z.string().regex(/^\d+\.\d+$/),
  threadTs: z
    .string()
    .regex(/^\d+\.\d+$/)
    .optional(),
  /** Who showed it, when somebody did. */
  sharedBy: z
    .string()
    .regex(/^[UW][A-Z0-9]+$/)
    .optional(),
  /** The command line that draws it. */
  redraw: z.string().optional(),
});
export type SharedPlace = z.infer<typeof SharedPlace>;

const Draft = z.object({
  name: z.string(),
  category: z.enum(CATEGORIES),
  description: z.string(),
  triggerWords: z.array(z.string()),
});

/**
 * What a button carries: the command line that a person could have typed, so that a click and a command are one path.
 * Old messages stay clickable for years, hence the version. At most 2,000 characters (Slack).
 */
const ButtonValue = z.object({
  v: z.literal(1),
  /** The command line to run. */
  do: z.string(),
  /** The command line whose answer is drawn afterwards in place of the message. */
  redraw: z.string().optional(),
  /** Set on the button behind a confirm dialog. */
  sure: z.literal(true).optional(),
  /** Beside `sure`: it was shown that a second admin has to approve it. */
  waits: z.literal(true).optional(),
  /** Set when a form is sure to follow: it is opened at once, since a trigger lives for 3 seconds. */
  asks: z.literal(true).optional(),
  /** For `upload`: the shared file, and what was already filled in. */
  file: SharedFile.optional(),
  draft: Draft.optional(),
  /** For `triggers`: the words to add and to remove, and those that were shown as staying, when all of them fit. */
  words: z
    .object({ add: z.array(z.string()), remove: z.array(z.string()), keep: z.array(z.string()).optional() })
    .optional(),
  /** The answer is shown to everybody in the channel. */
  share: z.literal(true).optional(),
  /**
   * On the button that answers a question: the message that everybody sees from which it was asked. What is no such place
   * does not keep anybody from the answer.
   */
  shared: SharedPlace.optional().catch(undefined),
});
export type ButtonValue = z.infer<typeof ButtonValue>;

/** Slack refuses the whole message for a value that is longer. */
export const VALUE_MAX = 2000;

/**
 * Writes a button's value. What only says more may be too long to be carried and is left out then: the words that were
 * shown, the message to draw anew, and of what was filled in for an upload the longest parts, so that the form which the
 * button opens has these fields empty. Longer than VALUE_MAX when the rest is.
 */
export function encodeButton(value: Omit<ButtonValue, 'v'>): string {
  const written = JSON.stringify({ v: 1, ...value });
  if (written.length <= VALUE_MAX) return written;
  const { draft, shared, words } = value;
  if (words?.keep) return encodeButton({ ...value, words: { add: words.add, remove: words.remove } });
  if (shared) return encodeButton({ ...value, shared: undefined });
  return draft ? encodeButton({ ...value, draft: withoutLongestPart(draft) }) : written;
}

/** Undefined when there is nothing left to leave out. */
function withoutLongestPart(draft: UploadForm): UploadForm | undefined {
  const lengthOf = (form: UploadForm) => JSON.stringify(form).length;
  return [
    { ...draft, name: '' },
    { ...draft, description: '' },
    { ...draft, triggerWords: [] },
  ]
    .filter((shorter) => lengthOf(shorter) < lengthOf(draft))
    .sort((a, b) => lengthOf(a) - lengthOf(b))[0];
}

export interface Click {
  command: Command;
  /** The command line that it was read from. */
  line: string;
  /** The command line whose answer is drawn in place of the message afterwards. */
  redraw: string | null;
  asks: boolean;
  file: SharedFile | null;
  draft: UploadForm | null;
  share: boolean;
  /** The message that everybody sees from which the question was asked. */
  shared?: SharedPlace;
}

/** Reads a button's value; null when it is none that this version understands. */
export function decodeButton(value: string): Click | null {
  const parsed = ButtonValue.safeParse(readJson(value));
  if (!parsed.success) return null;
  const { asks = false, do: line, redraw, file, draft, share = false, shared } = parsed.data;
  const read = parseCommand(line);
  // A line without a verb is a person's; of a button it is one whose verb is gone.
  if (!read.ok || isGuess(read.command)) return null;
  const command = completeCommand(read.command, parsed.data);
  const beside = { file: file ?? null, draft: draft ?? null, ...(shared ? { shared } : {}) };
  return { command, line, redraw: redraw ?? null, asks, share, ...beside };
}

/** The other button of an upload offer. It changes nothing but its own message, so it is no command. */
const Dismissal = z.object({ v: z.literal(1), dismiss: SharedFile });

export const encodeDismissal = (file: SharedFile): string => JSON.stringify({ v: 1, dismiss: file });

export function decodeDismissal(value: string): SharedFile | null {
  const parsed = Dismissal.safeParse(readJson(value));
  return parsed.success ? parsed.data.dismiss : null;
}

/** A button under a message about one upload: what the person decides about it. It means nothing elsewhere. */
const UploadChoice = z.object({
  v: z.literal(1),
  upload: UploadId,
  decide: z.enum(['cancel', 'send', 'send-wrapped', 'update', 'replace', 'change']),
});
export type UploadChoice = Omit<z.infer<typeof UploadChoice>, 'v'>;

export const encodeUploadChoice = (choice: UploadChoice): string => JSON.stringify({ v: 1, ...choice });

export function decodeUploadChoice(value: string): UploadChoice | null {
  const parsed = UploadChoice.safeParse(readJson(value));
  return parsed.success ? { upload: parsed.data.upload, decide: parsed.data.decide } : null;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
