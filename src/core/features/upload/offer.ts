import { Category } from '@abilities-bot/service-api';
import { canUpdateCode } from '../../../store/upload-record.ts';
import { done, unchanged } from '../../audit-result.ts';
import { type CommandRows, type OutcomeRows, type Run, SHOWS } from '../../feature.ts';
import type { Outcome } from '../../outcome.ts';
import type { OfferedFile, UploadPlace } from './account-uploads.ts';
import { uploadTarget } from './choose.ts';

/** The other buttons of an upload offer. `place`: the message with the offer; null if only one person sees it. */
export type OfferCommand =
  /** Reduces the offer to one line. */
  | { verb: 'dismiss-offer'; file: OfferedFile; place: UploadPlace | null }
  /** Shows what would change in the Ability that has the name. */
  | { verb: 'update-offered'; file: OfferedFile; name: string; place: UploadPlace | null };

export type OfferOutcome =
  | { kind: 'offer-dismissed'; file: OfferedFile; place: UploadPlace }
  /** An upload already uses the message of the offer. */
  | { kind: 'offer-in-use'; file: OfferedFile }
  /** No form could be opened, so the upload's own message shows what would change. */
  | { kind: 'update-started'; uploadId: string; name: string }
  | { kind: 'update-gone'; name: string };

export const offerCommands: CommandRows<OfferCommand> = {
  'dismiss-offer': {
    verb: 'upload',
    auditLine: () => 'dismiss',
    changes: false,
    targets: ({ file }) => [{ kind: 'upload', id: null, name: file.name }],
    ofAnyAccount: true,
    run: (command, run) => dismiss(command, run),
  },
  'update-offered': {
    verb: 'upload',
    auditLine: () => 'update code',
    changes: true,
    audited: 'by-its-upload',
    form: () => 'Update code',
    targets: ({ name }) => [{ kind: 'upload', id: null, name }],
    run: (command, run) => startUpdate(command, run),
  },
};

export const offerOutcomes: OutcomeRows<OfferOutcome> = {
  'offer-dismissed': SHOWS,
  'offer-in-use': SHOWS,
  'update-started': { audit: (outcome) => done([uploadTarget(outcome)]), change: null },
  'update-gone': { audit: () => unchanged([]), change: null },
};

async function dismiss(
  { file, place }: Extract<OfferCommand, { verb: 'dismiss-offer' }>,
  { context }: Pick<Run, 'context'>,
): Promise<Outcome> {
  // Offers without a place have no such button.
  if (!place) return { kind: 'refused', refusal: { why: 'stale-button' } };
  if (await context.uploads.isPlaceTaken(place)) return { kind: 'offer-in-use', file };
  return { kind: 'offer-dismissed', file, place };
}

/**
 * Starts an upload with the Ability's current values. Its name is taken, so the upload compares the code and then asks
 * what to do. The form to update the code is one answer, and opens immediately.
 */
async function startUpdate(
  { file, name, place }: Extract<OfferCommand, { verb: 'update-offered' }>,
  { context, requester }: Pick<Run, 'context' | 'requester'>,
): Promise<Outcome> {
  const ability = (await context.service.listAbilities()).find((one) => one.name === name);
  if (!ability) return { kind: 'update-gone', name };
  const accepted = await context.uploads.accept({
    userId: requester.userId,
    ref: requester.ref,
    // A second click on the same offer waits for the same upload.
    submissionKey: place
      ? `update:${place.channel}:${place.ts}:${file.id}:${file.folder ?? ''}`
      : `update:${requester.ref}`,
    mayRepeat: place !== null,
    form: {
      name,
      category: Category.catch('skill').parse(ability.category),
      description: ability.description ?? '',
      triggerWords: ability.triggerWords,
    },
    zip: file,
    icon: null,
    place,
    wrap: false,
    // Nobody has seen the contents yet, so it asks before it updates.
    seenSha256: null,
    plan: { kind: 'update', abilityId: ability.id },
  });
  if ('why' in accepted) return { kind: 'refused', refusal: accepted };
  const record = await context.uploads.waitForQuestion(accepted.id);
  const by = record?.state === 'asking' && record.question?.kind === 'name-taken' ? record.question.by : null;
  return record && by && canUpdateCode(by)
    ? { kind: 'upload-update-form', record, by, started: true }
    : { kind: 'update-started', uploadId: accepted.id, name };
}
