import { z } from 'zod';
import { CATEGORIES } from '../contract/index.ts';
import type { Command, UploadForm } from '../core/command.ts';
import { parseCommand } from '../core/parse-command.ts';

/** A file that was shared in Slack. */
export const SharedFile = z.object({ id: z.string().regex(/^F[A-Z0-9]+$/), name: z.string() });
export type SharedFile = z.infer<typeof SharedFile>;

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
  /** Set when a form is sure to follow: it is opened at once, since a trigger lives for 3 seconds. */
  asks: z.literal(true).optional(),
  /** For `upload`: the shared file, and what was already filled in. */
  file: SharedFile.optional(),
  draft: Draft.optional(),
});
export type ButtonValue = z.infer<typeof ButtonValue>;

/** Slack refuses the whole message for a value that is longer. */
const VALUE_MAX = 2000;

/**
 * Writes a button's value. What was filled in for an upload may be too long to be carried: then its longest parts are
 * left out, and the form that the button opens has these fields empty.
 */
export function encodeButton(value: Omit<ButtonValue, 'v'>): string {
  const written = JSON.stringify({ v: 1, ...value });
  if (written.length <= VALUE_MAX || !value.draft) return written;
  return encodeButton({ ...value, draft: withoutLongestPart(value.draft) });
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
  /** The command line whose answer is drawn in place of the message afterwards. */
  redraw: string | null;
  asks: boolean;
  file: SharedFile | null;
  draft: UploadForm | null;
}

/** Reads a button's value; null when it is none that this version understands. */
export function decodeButton(value: string): Click | null {
  const parsed = ButtonValue.safeParse(readJson(value));
  if (!parsed.success) return null;
  const { asks = false, do: line, redraw, sure, file, draft } = parsed.data;
  const read = parseCommand(line);
  if (!read.ok) return null;
  const command = sure && read.command.verb === 'delete' ? { ...read.command, confirmed: true } : read.command;
  return { command, redraw: redraw ?? null, asks, file: file ?? null, draft: draft ?? null };
}

/** The other button of an upload offer. It changes nothing but its own message, so it is no command. */
const Dismissal = z.object({ v: z.literal(1), dismiss: SharedFile });

export const encodeDismissal = (file: SharedFile): string => JSON.stringify({ v: 1, dismiss: file });

export function decodeDismissal(value: string): SharedFile | null {
  const parsed = Dismissal.safeParse(readJson(value));
  return parsed.success ? parsed.data.dismiss : null;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
