import { Category } from '@abilities-bot/service-api';
import type { Requester } from '../../../core/access.ts';
import { acceptUpload } from '../../../uploads/decide.ts';
import { bold, type MessageAnswer } from '../../blocks/kit.ts';
import { faultSentence, sentenceMessage } from '../../blocks/sentences.ts';
import type { UpdateOffer } from '../../button-value.ts';
import type { Origin } from '../../modal-metadata.ts';
import { guard } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';
import { refusedMessage } from '../refused.ts';
import { uploadRefusals } from './messages.ts';
import { placeOf } from './place-of.ts';
import { beginUpload } from './record.ts';

interface Clicked {
  requester: Requester;
  origin: Origin;
}

/**
 * "Update code…" on an offer: an upload with the values that the Ability has now. Since its name is taken, the message
 * then shows what would change, and a person decides. Never throws.
 */
export async function startUpdate(
  offer: UpdateOffer,
  { origin, requester }: Clicked,
  workspace: Workspace,
): Promise<void> {
  const tell = (answer: ReturnType<typeof sentenceMessage>) =>
    workspace.outbound.deliver(answer, { userId: requester.userId, origin, triggerId: null, openedViewId: null });
  try {
    const targets = [{ kind: 'upload', id: null, name: offer.name } as const];
    const refusal = await guard(
      { requester, origin, verb: 'upload', line: 'update code', targets },
      requester,
      workspace,
    );
    const answer = refusal
      ? refusedMessage(refusal, requester.ref)
      : await accept(offer, { origin, requester }, workspace);
    if (answer) await tell(answer);
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'update not started');
    await tell(sentenceMessage(faultSentence(requester.ref)));
  }
}

const goneMessage = ({ name }: Pick<UpdateOffer, 'name'>) =>
  sentenceMessage(
    `${bold(name)} no longer exists, so nothing changed. Select *Upload…* to upload it as a new Ability.`,
  );

/** A message if it was not accepted. @throws service and store errors. */
async function accept(
  { name, update }: UpdateOffer,
  { origin, requester }: Clicked,
  workspace: Workspace,
): Promise<MessageAnswer | null> {
  const { log, tenantId, uploadTools } = workspace;
  const ability = (await uploadTools.service.listAbilities()).find((one) => one.name === name);
  if (!ability) return goneMessage({ name });
  const accepted = await acceptUpload(
    {
      userId: requester.userId,
      ref: requester.ref,
      submissionKey: `${tenantId}:update:${requester.ref}`,
      form: {
        name,
        category: Category.catch('skill').parse(ability.category),
        description: ability.description ?? '',
        triggerWords: ability.triggerWords,
      },
      zip: update,
      icon: null,
      place: placeOf(origin),
      wrap: false,
      seenSha256: null,
    },
    uploadTools,
  );
  if ('why' in accepted) return sentenceMessage(uploadRefusals[accepted.why].sentence(accepted));
  const { record } = accepted;
  await beginUpload(record, workspace).catch((error: unknown) =>
    log.error({ err: error, upload: record.id }, 'audit entry of an upload delayed until its end'),
  );
  workspace.uploadWorker.wake();
  workspace.homes.changed();
  return null;
}
