import type { Ability } from '@abilities-bot/service-api';
import { explainServiceError } from '../../core/explain-service-error.ts';
import { isServiceError, leavesOutcomeOpen, NameTakenError } from '../../service/errors.ts';
import { uploadForAgent } from '../../service/upload.ts';
import { countSend, installingAgent, isFromEarlierSend } from '../decide.ts';
import { digestOfSent, holdsFiles, preparePackage, readState } from '../packages.ts';
import { type Advance, type Step, StepTroubleError, type UploadRun } from '../ports.ts';
import { ensureFiles } from './fetch.ts';

/** It was offered when the person chose this. Asking again shows what is true now. */
const askAgain: Advance = { state: 'accepted', change: { plan: { kind: 'new' }, sends: 0, sentAt: null } };

/**
 * Gives the release of an existing Ability new code. Sent again, it changes nothing more, so that a lost answer is
 * answered by sending again. What the service gives as the package afterwards has to be what was sent.
 */
export async function updateInPlace(run: UploadRun): Promise<Advance> {
  const { record, signal, tools } = run;
  if (record.plan.kind !== 'update' || !record.contents) return { state: 'accepted' };
  const { abilityId } = record.plan;
  const release = await tools.service.findRelease(abilityId);
  if (!release) return askAgain;
  const { zip } = await ensureFiles(run);
  const isFlat = record.contents.flat || record.zip.parts !== undefined;
  const path = await preparePackage(run, zip.path, isFlat ? 'as-it-is' : 'flat');
  try {
    await tools.service.updateRelease(release.releaseId, { ...zip, path }, `Update of ${record.form.name}`, { signal });
  } catch (error) {
    const isRefusal = isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'not-found');
    // An earlier send may have been carried out, so that a refusal does not tell that nothing changed.
    if (!isRefusal || run.resumed) throw error;
    return { state: 'refused', change: { end: { kind: 'refused', sentence: explainServiceError(error) } } };
  }
  if (!(await holdsFiles(run, abilityId, digestOfSent({ ...record, wrap: true })))) {
    throw new StepTroubleError('The service took the new code, but still gives the old one.');
  }
  return { state: 'done', change: { abilityId, end: { kind: 'updated', abilityId } } };
}

/**
 * Sends the package once. A record that was found in this state may have been sent by somebody who then died: the lists
 * tell, and only then it is sent again.
 */
export const send: Step = async (run) => {
  if (run.record.plan.kind === 'update') return updateInPlace(run);
  return run.resumed ? { state: 'confirming' } : sendNew(run);
};

async function sendNew(run: UploadRun): Promise<Advance> {
  const { record, signal, tools } = run;
  const { zip, image } = await ensureFiles(run);
  const path = await preparePackage(run, zip.path, record.wrap ? 'wrapped' : 'as-it-is');
  try {
    const { abilityId, confirmedBy } = await uploadForAgent(
      tools.service,
      {
        ...record.form,
        zip: { ...zip, path },
        ...(image ? { image } : {}),
        existingIds: new Set(record.existingIds ?? []),
        signal,
      },
      installingAgent(record),
    );
    // Found by name in the list only: the contents are compared too before it counts as this one.
    return { state: 'confirming', change: confirmedBy === 'answer' ? { abilityId } : {} };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (error instanceof NameTakenError) return explainTaken(run, error);
    if (error.kind === 'invalid-request') return refuse(run, explainServiceError(error));
    if (error.kind === 'unclear' || leavesOutcomeOpen(error)) return { state: 'confirming' };
    throw error;
  }
}

/** After an earlier send with a lost answer, the one that has the name may be this upload's own. */
async function explainTaken(run: UploadRun, error: NameTakenError): Promise<Advance> {
  const { record, tools } = run;
  if (record.sends > 1) return { state: 'confirming' };
  const listed = (await tools.service.listAbilities()).some(({ name }) => name === record.form.name);
  // Asked about with both side by side, which needs the other one in the list.
  if (!record.kept && listed) return { state: 'accepted', change: { sends: 0, existingIds: null, sentAt: null } };
  return refuse(run, explainServiceError(error));
}

/** Refused in words. Where the old Ability was deleted for it, that one goes back. */
export function refuse({ record, tools }: Pick<UploadRun, 'record' | 'tools'>, sentence: string): Advance {
  if (record.kept) {
    // As much time again: the time for the upload may be what is over.
    const giveUpAt = tools.now() + tools.settings.giveUpMs;
    return {
      state: 'putting-back',
      change: { refusal: sentence, sentAt: tools.now(), abilityId: null, giveUpAt, trouble: null },
    };
  }
  return { state: 'refused', change: { end: { kind: 'refused', sentence } } };
}

/** Where the answer gave no ID, the list decides what became of what was sent. */
export const confirm: Step = async (run) => {
  const { record, tools } = run;
  const { abilityId, form } = record;
  if (abilityId !== null) return finish(run, abilityId);
  const abilities = await tools.service.listAbilities();
  const namesake = abilities.find(({ name }) => name === form.name);
  if (!namesake) return waitOrSendAgain(run);
  const digest = digestOfSent(record);
  if (isFromEarlierSend(record, namesake) && (await holdsFiles(run, namesake.id, digest))) {
    return finish(run, namesake.id);
  }
  return lostTheName(run);
};

/** The service gave an ID, or the lists did. */
function finish({ record, tools }: UploadRun, abilityId: Ability['id']): Promise<Advance> | Advance {
  if (record.kept) return { state: 'restoring', change: { abilityId } };
  return readState(abilityId, tools).then((state) => ({
    state: 'done',
    change: { abilityId, end: { kind: 'uploaded', abilityId, state, notRestored: [] } },
  }));
}

/** The service may still be at work on what was sent: it is watched for a while, longer after each send. */
function waitOrSendAgain(run: UploadRun): Advance {
  const { record, tools } = run;
  const { now, settings } = tools;
  const settled = (record.sentAt ?? 0) + settings.settleMs * 2 ** Math.min(record.sends - 1, 5);
  const sentence = 'The service did not say how the upload ended, and does not show it yet.';
  if (now() < settled) {
    const nextTryAt = Math.min(settled, now() + settings.settleMs / 4);
    const trouble = { sentence, since: record.sentAt ?? now(), tries: record.sends, nextTryAt };
    return { state: 'confirming', change: { trouble }, dueAt: nextTryAt };
  }
  if (now() >= record.giveUpAt) return giveUpOn(run, sentence);
  // Known not to be there. From here a person can cancel again, unless something was deleted for it.
  if (!record.kept) return { state: 'accepted' };
  return { state: 'sending', change: countSend(record, tools) };
}

function giveUpOn(run: UploadRun, sentence: string): Advance {
  if (run.record.kept) return refuse(run, sentence);
  return { state: 'failed', change: { end: { kind: 'given-up', sentence, effect: 'unknown' } } };
}

/** Somebody else made an Ability of that name in the meantime; theirs is not touched. */
function lostTheName(run: UploadRun): Advance {
  if (run.record.kept) return refuse(run, 'An Ability of that name was created by somebody else in the meantime.');
  return { state: 'accepted', change: { sends: 0, existingIds: null, sentAt: null } };
}
