import type { types } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import { accountVersionOf } from '../../../uploads/ports.ts';
import type { ModalMetadata } from '../../modal-metadata.ts';
import { isFormOfOldAccount } from '../../outbound/fallback.ts';
import { type Changed, textOf } from '../../payloads/form-values.ts';
import type { Workspace } from '../../workspace.ts';
import { CLASHES, clashBlocks } from '../check.ts';
import { findTypedClashes, withClashes } from '../triggers.ts';
import { UPLOAD_FIELDS, uploadFormOf } from './form-view.ts';

/** A form as this process drew it last. */
interface Drawn {
  hash: string;
  warning: string;
}

const MAX_FORMS = 500;

/** By workspace and view. A payload can be older than the latest redraw, if somebody types quickly. */
const drawn = new LRUCache<string, Drawn>({ max: MAX_FORMS });

/**
 * Warns of clashes while somebody types the name or the trigger words. Everything else is sent back as Slack sent it, so
 * that the zip is not inspected again. Runs one at a time.
 */
export async function redrawUploadModal(
  typing: Pick<Changed<ModalMetadata>, 'identify' | 'isSubmitted' | 'view'>,
  { context, outbound, tenantId, uploadTools }: Workspace,
): Promise<void> {
  const { view } = typing;
  // Its words would be compared with those of another account.
  if (isFormOfOldAccount(view.private_metadata, accountVersionOf(uploadTools.account))) return;
  const key = `${tenantId} ${view.id}`;
  return context.locks.inOrder(`view:${view.id}`, async () => {
    const of = { ownId: null, ownName: textOf(view, UPLOAD_FIELDS.name) };
    const clashes = clashBlocks(await findTypedClashes(typing, 'upload', of, context));
    const warning = warningOf(clashes);
    const last = drawn.get(key);
    if (warning === warningOf(view.blocks) && warning === (last?.warning ?? warning)) return;
    const form = uploadFormOf(view.private_metadata, withClashes(view, clashes));
    for (const hash of new Set([last?.hash ?? view.hash, view.hash])) {
      const next = await outbound.redrawModal(view.id, hash, form, typing.isSubmitted);
      if (next === null) continue;
      drawn.set(key, { hash: next, warning });
      return;
    }
  });
}

function warningOf(blocks: readonly types.KnownBlock[]): string {
  const block = blocks.find(({ block_id: id }) => id === CLASHES);
  return block?.type === 'section' ? (block.text?.text ?? '') : '';
}
