import type { Ability } from '@abilities-bot/service-api';
import { explainServiceError } from '../../core/explain-service-error.ts';
import { TheService } from '../../core/service-name.ts';
import { isServiceError, leavesOutcomeOpen, NameTakenError } from '../../service/errors.ts';
import { uploadForAgent } from '../../service/upload.ts';
import type { UploadPlan } from '../../store/upload-record.ts';
import { countSend, installingAgent, isFromEarlierSend } from '../decide.ts';
import { digestOfSent, holdsFiles, prepareCode, preparePackage } from '../packages.ts';
import type { Advance, Step, UploadFiles, UploadRun } from '../ports.ts';
import { ensureFiles } from './fetch.ts';
import { expectedOfUpdate, verificationOf } from './verify.ts';

/** The option was available when the user chose it, but no longer is. Asks again with the current state. */
const askAgain: Advance = { state: 'accepted', change: { plan: { kind: 'new' }, sends: 0, sentAt: null } };

/** Updates the code of an existing Ability's release. Idempotent, so it can be sent again after a lost response. */
async function updateInPlace(run: UploadRun): Promise<Advance> {
  const { record, tools } = run;
  if (record.plan.kind !== 'update' || !record.contents) return { state: 'accepted' };
  const { zip } = await ensureFiles(run);
  const sent = { ...zip, path: await prepareCode(run, zip.path) };
  const { plan } = record;
  return tools.locks.alone(`ability:${plan.abilityId}`, () => updateRelease(plan, sent, run));
}

async function updateRelease(
  plan: Extract<UploadPlan, { kind: 'update' }>,
  zip: UploadFiles['zip'],
  { record, resumed, signal, tools }: UploadRun,
): Promise<Advance> {
  const { abilityId } = plan;
  const release = await tools.service.findRelease(abilityId);
  if (!release) return askAgain;
  try {
    await tools.service.updateRelease(release.releaseId, zip, `Update of ${record.form.name}`, { signal });
  } catch (error) {
    const isRefusal = isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'not-found');
    // An earlier send may have taken effect, so a rejection doesn't prove that nothing changed.
    if (!isRefusal || resumed) throw error;
    return { state: 'refused', change: { end: { kind: 'refused', sentence: explainServiceError(error) } } };
  }
  return { state: 'verifying', change: { abilityId, verification: verificationOf(expectedOfUpdate(plan)) } };
}

/**
 * Sends the package once. If the run was resumed in this state, a killed process may have sent it, so the lists are
 * checked before it is sent again.
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
        image,
        existingIds: new Set(record.existingIds ?? []),
        signal,
      },
      installingAgent(record),
    );
    // If only its name in the list identifies the Ability, `confirm` compares the contents too.
    return { state: 'confirming', change: confirmedBy === 'answer' ? { abilityId } : {} };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (error instanceof NameTakenError) return explainTaken(run, error);
    if (error.kind === 'invalid-request') return refuse(run, explainServiceError(error));
    if (error.kind === 'unclear' || leavesOutcomeOpen(error)) return { state: 'confirming' };
    throw error;
  }
}

/** If an earlier send's response was lost, the Ability with this name may be this upload's own. */
async function explainTaken(run: UploadRun, error: NameTakenError): Promise<Advance> {
  const { record, tools } = run;
  if (record.sends > 1) return { state: 'confirming' };
  const listed = (await tools.service.listAbilities()).some(({ name }) => name === record.form.name);
  // The user is shown both side by side, so the other Ability must be in the list.
  if (!record.kept && listed) return { state: 'accepted', change: { sends: 0, existingIds: null, sentAt: null } };
  return refuse(run, explainServiceError(error));
}

/** Ends the upload as rejected. If the old Ability was deleted for it, restores the old Ability. */
export function refuse({ record, tools }: Pick<UploadRun, 'record' | 'tools'>, sentence: string): Advance {
  if (record.kept) {
    // A new deadline, because the upload's own may have passed.
    const giveUpAt = tools.now() + tools.settings.giveUpMs;
    return {
      state: 'putting-back',
      change: { refusal: sentence, sentAt: tools.now(), abilityId: null, giveUpAt, trouble: null },
    };
  }
  return { state: 'refused', change: { end: { kind: 'refused', sentence } } };
}

/** Finds the Ability's ID: in the response or, if that had none, in the list. */
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

/** Continues once the ID is known, from the response or the lists. */
function finish({ record }: UploadRun, abilityId: Ability['id']): Advance {
  if (record.kept || record.addTo) return { state: 'restoring', change: { abilityId } };
  const { triggerWords } = record.form;
  const expected = { triggerWords, enabled: null, installed: false, installedId: null };
  return { state: 'verifying', change: { abilityId, verification: verificationOf(expected) } };
}

/** Waits for a while, longer after each send, because the service may still be processing the upload. */
function waitOrSendAgain(run: UploadRun): Advance {
  const { record, tools } = run;
  const { now, settings } = tools;
  const settled = (record.sentAt ?? 0) + settings.settleMs * 2 ** Math.min(record.sends - 1, 5);
  const sentence = `${TheService()} hasn't confirmed the upload and doesn't list it yet.`;
  if (now() < settled) {
    const nextTryAt = Math.min(settled, now() + settings.settleMs / 4);
    const trouble = { sentence, since: record.sentAt ?? now(), tries: record.sends, nextTryAt };
    return { state: 'confirming', change: { trouble }, dueAt: nextTryAt };
  }
  if (now() >= record.giveUpAt) return giveUpOn(run, sentence);
  // The Ability is known not to exist. The user can cancel again, unless the old Ability was deleted.
  if (!record.kept) return { state: 'accepted' };
  return { state: 'sending', change: countSend(record, tools) };
}

function giveUpOn(run: UploadRun, sentence: string): Advance {
  if (run.record.kept) return refuse(run, sentence);
  return { state: 'failed', change: { end: { kind: 'given-up', sentence, effect: 'unknown' } } };
}

/** Somebody else has created an Ability with this name, which must not be changed. */
function lostTheName(run: UploadRun): Advance {
  if (run.record.kept) return refuse(run, 'Someone else has created an Ability with this name in the meantime.');
  return { state: 'accepted', change: { sends: 0, existingIds: null, sentAt: null } };
}
