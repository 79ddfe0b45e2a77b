import { CATEGORIES } from '@abilities-bot/service-api';
import * as z from 'zod';
import type { Command } from '../core/command.ts';
import type { UploadPlace } from '../core/features/upload/account-uploads.ts';
import { UPLOAD_CHOICES } from '../core/features/upload/choose.ts';
import type { UploadForm } from '../core/features/upload/upload.ts';
import { completeCommand, isGuess, targetsOf, verbOf } from '../core/registry.ts';
import { parseCommand, verbOfLine } from '../core/verbs.ts';
import type { AuditTarget } from '../store/audit-record.ts';

const UploadId = z.string().regex(/^[0-9a-f]{16}$/);

const FileId = z.string().regex(/^F[A-Z0-9]+$/);

/** An Ability has fewer loose files than this, and more wouldn't fit into a button. */
export const MAX_PARTS = 30;

/** A shared file, or several loose files to pack into one zip. */
export const SharedFile = z.object({
  /** With `parts`, the ID of the first one. */
  id: FileId,
  name: z.string(),
  /** The upload whose stored copy is used. */
  kept: UploadId.optional(),
  /** The loose files to pack into a zip called `name`. */
  parts: z.array(FileId).min(1).max(MAX_PARTS).optional(),
  /** The Ability's folder, with a trailing slash, if the zip has several. */
  folder: z.string().min(1).max(255).optional(),
  /** Digest of the stored version to send again, instead of a file. */
  version: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** An image of the same share, used as the icon unless another is chosen. */
  icon: z.object({ id: FileId, name: z.string() }).optional(),
});
export type SharedFile = z.infer<typeof SharedFile>;

/**
 * The shared message that a private message came from. Not its channel, which is the channel of the click: a private
 * message is always in the channel where it was requested.
 */
export const SharedPlace = z.object({
  ts: z.string().regex(/^\d+\.\d+$/),
  threadTs: z
    .string()
    .regex(/^\d+\.\d+$/)
    .optional(),
  /** The person who shared it, if any. */
  sharedBy: z
    .string()
    .regex(/^[UW][A-Z0-9]+$/)
    .optional(),
  /** The command line that draws the message. */
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
 * A button's value: a command line that a person could have typed, so that clicks and commands take the same path. It
 * has a version, because people can click old messages for years. Slack allows at most 2,000 characters.
 */
const ButtonValue = z.object({
  v: z.literal(1),
  /** The command line to run. */
  do: z.string(),
  /** The command line that redraws the message afterward. */
  redraw: z.string().optional(),
  /** Set on a button that was confirmed, in a dialog or a message. */
  sure: z.literal(true).optional(),
  /** With `sure`: the confirmation said that a second admin has to approve the change. */
  waits: z.literal(true).optional(),
  /** Set if a form always follows, so that it is opened immediately: a trigger expires after 3 seconds. */
  asks: z.literal(true).optional(),
  /** For `upload`: the shared file, and the values already entered. */
  file: SharedFile.optional(),
  draft: Draft.optional(),
  /**
   * For `triggers`: the words to add and to remove. `keep`: the words shown as unchanged, absent if they don't all fit.
   */
  words: z
    .object({ add: z.array(z.string()), remove: z.array(z.string()), keep: z.array(z.string()).optional() })
    .optional(),
  /** Set to post the answer in the channel. */
  share: z.literal(true).optional(),
  /**
   * On a private confirmation or card: the shared message that it came from. An invalid value is ignored, so that it
   * doesn't block the answer.
   */
  shared: SharedPlace.optional().catch(undefined),
});
export type ButtonValue = z.infer<typeof ButtonValue>;

/** Slack rejects the whole message for a longer value. */
export const VALUE_MAX = 2000;

/**
 * Encodes a button's value. If it is too long, optional parts are dropped: first the unchanged words, then the shared
 * message, then the longest fields of an upload draft, which are empty in the form. The result may still exceed
 * VALUE_MAX.
 */
export function encodeButton(value: Omit<ButtonValue, 'v'>): string {
  const written = JSON.stringify({ v: 1, ...value });
  if (written.length <= VALUE_MAX) return written;
  const { draft, shared, words } = value;
  if (words?.keep) return encodeButton({ ...value, words: { add: words.add, remove: words.remove } });
  if (shared) return encodeButton({ ...value, shared: undefined });
  return draft ? encodeButton({ ...value, draft: withoutLongestPart(draft) }) : written;
}

/** Empties the field that saves most. Undefined if all are empty. */
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

/**
 * Decodes a value for another button that repeats it. Null if this version of the bot can't read it, or if it is about
 * an upload, whose message keeps its buttons.
 */
export function readRepeatable(value: string): Omit<ButtonValue, 'v'> | null {
  const parsed = ButtonValue.safeParse(readJson(value));
  if (!parsed.success || !decodeButton(value)) return null;
  const { v: _version, ...rest } = parsed.data;
  return rest;
}

/** *Dismiss* on an upload offer. */
const Dismissal = z.object({ v: z.literal(1), dismiss: SharedFile });

export const encodeDismissal = (file: SharedFile): string => JSON.stringify({ v: 1, dismiss: file });

/** *Update code…* on an upload offer: shows what would change in the Ability with this name. */
const UpdateOffer = z.object({ v: z.literal(1), update: SharedFile, name: z.string() });
type UpdateOffer = Omit<z.infer<typeof UpdateOffer>, 'v'>;

export const encodeUpdateOffer = (offer: UpdateOffer): string => JSON.stringify({ v: 1, ...offer });

/** A decision about an upload, on a button in its message. */
const UploadChoice = z.object({ v: z.literal(1), upload: UploadId, decide: z.enum(UPLOAD_CHOICES) });
export type UploadChoice = Omit<z.infer<typeof UploadChoice>, 'v'>;

export const encodeUploadChoice = (choice: UploadChoice): string => JSON.stringify({ v: 1, ...choice });

/** *Send all changes as a file*, for an upload that would change existing code. */
const ChangesRequest = z.object({ v: z.literal(1), upload: UploadId, send: z.literal('changes') });

export const encodeChangesRequest = (upload: string): string => JSON.stringify({ v: 1, upload, send: 'changes' });

interface Click {
  command: Command;
  /** The command line that it was parsed from; null if no line can express it. */
  line: string | null;
  /** The command line that redraws the message afterward. */
  redraw: string | null;
  asks: boolean;
  file: SharedFile | null;
  draft: UploadForm | null;
  share: boolean;
  /** The shared message that a private one came from. */
  shared?: SharedPlace;
}

/**
 * Null if this version of the bot can't read the value.
 * @param place the message with the button; null if only one person sees it.
 */
export function decodeButton(value: string, place: UploadPlace | null = null): Click | null {
  const json = readJson(value);
  const parsed = ButtonValue.safeParse(json);
  if (!parsed.success) {
    const command = readAboutUpload(json, place);
    return command && { command, line: null, redraw: null, asks: false, share: false, file: null, draft: null };
  }
  const { asks = false, do: line, redraw, file, draft, share = false, shared } = parsed.data;
  const read = parseCommand(line);
  // Only people may omit the verb, so a button's line without one has a verb that no longer exists.
  if (!read.ok || isGuess(read.command)) return null;
  const command = completeCommand(read.command, parsed.data);
  const beside = { file: file ?? null, draft: draft ?? null, shared };
  return { command, line, redraw: redraw ?? null, asks, share, ...beside };
}

/** Parses a line that is being confirmed. Null if this version of the bot can't read it. */
export function readConfirmed(line: string): { command: Command; targets: AuditTarget[] } | null {
  const read = parseCommand(line);
  if (!read.ok || isGuess(read.command)) return null;
  const command = completeCommand(read.command, { sure: true });
  return { command, targets: targetsOf(command) };
}

const WithLine = ButtonValue.pick({ do: true });

/** Matches the start of most values, up to the verb of their line. */
const BEGINNING = /^\{"v":1,"do":"([a-z-]+)[" ]/;

/**
 * The verb of a button, which determines who may use it. Null if this version of the bot can't read the value. Parses
 * only the first word of the line, because each button of a list carries the whole page's line.
 */
export function verbOfButton(value: string): string | null {
  const word = BEGINNING.exec(value)?.[1];
  const line = word ?? WithLine.safeParse(readJson(value)).data?.do;
  if (line !== undefined) return verbOfLine(line)?.name ?? null;
  const click = decodeButton(value);
  return click && verbOf(click.command);
}

/** Buttons of upload offers and uploads carry their command as fields, not as a line. */
function readAboutUpload(json: unknown, place: UploadPlace | null): Command | null {
  const { data: dismissal } = Dismissal.safeParse(json);
  if (dismissal) return { verb: 'dismiss-offer', file: dismissal.dismiss, place };
  const { data: offer } = UpdateOffer.safeParse(json);
  if (offer) return { verb: 'update-offered', file: offer.update, name: offer.name, place };
  const { data: changes } = ChangesRequest.safeParse(json);
  if (changes) return { verb: 'send-changes', upload: changes.upload };
  const { data: choice } = UploadChoice.safeParse(json);
  return choice ? { verb: 'choose-for-upload', upload: choice.upload, decide: choice.decide, place } : null;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
