import type { Ability } from '@abilities-bot/service-api';
import { countSend, isFromEarlierSend } from '../choose-plan.ts';
import { holdsFiles } from '../given-package.ts';
import { digestOfSent } from '../prepare-package.ts';
import { readState } from '../read-state.ts';
import type { Advance, Step, UploadRun } from '../upload-run.ts';
import { refuse } from './send.ts';

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
