import type { AbilityId } from '@abilities-bot/service-api';
import { joinCatalog } from '../../../core/catalog.ts';
import { abilitiesOf, changesReceipts } from '../../../core/changes.ts';
import { readLastDeletion } from '../../../core/features/delete/last-deletion.ts';
import type { Change } from '../../../store/undo-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { findHolders } from '../../../uploads/decide.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';
import { drawInTurn } from '../../request/draw-in-turn.ts';
import type { AnnouncedOnReceipt, Receipts, Workspace } from '../../workspace.ts';
import { type InstalledNow, uploadEnd } from './end.ts';

type ReceiptParts = Pick<Workspace, 'context' | 'log' | 'outbound' | 'store'>;

/** Older receipts are not updated. */
const MAX_RECEIPTS = 50;

export const receiptsOf = (workspace: ReceiptParts): Receipts => ({
  show: async (change, announced) => {
    const { channel, ts } = announced.place;
    try {
      const [record] = await receiptsTouchedBy(change, workspace, (at) => at?.channel === channel && at?.ts === ts);
      return record !== undefined && (await redraw(record, announced, workspace));
    } catch (error) {
      workspace.log.warn({ err: error }, 'change not shown on the upload receipt');
      return false;
    }
  },
  redraw: (change, announced) => redrawReceipts(change, workspace, announced),
});

/** @see Receipts.redraw */
export async function redrawReceipts(
  change: Change,
  workspace: ReceiptParts,
  announced: MessagePlace | null = null,
): Promise<void> {
  try {
    const meant = await receiptsTouchedBy(change, workspace, (place) => place?.ts !== announced?.ts);
    for (const record of meant) await redraw(record, null, workspace);
  } catch (error) {
    workspace.log.warn({ err: error }, 'upload receipts not updated');
  }
}

async function receiptsTouchedBy(
  change: Change,
  workspace: ReceiptParts,
  isMeant: (place: UploadRecord['place']) => boolean,
): Promise<UploadRecord[]> {
  if (!changesReceipts(change)) return [];
  const receipts = await workspace.store.uploads.listReceipts(MAX_RECEIPTS);
  const meant = receipts.filter(({ place }) => isMeant(place));
  if (meant.length === 0) return [];
  const touched = await abilitiesOf(change, () => readEntries(workspace.context));
  return meant.filter(({ abilityId }) => abilityId !== null && touched.has(abilityId));
}

/** @returns true if the receipt was updated. */
async function redraw(
  record: UploadRecord,
  announced: AnnouncedOnReceipt | null,
  { context, ...workspace }: ReceiptParts,
): Promise<boolean> {
  const { abilityId, end, id, place } = record;
  if (end?.kind !== 'uploaded' || abilityId === null || !place) return false;
  try {
    return await drawInTurn(`receipt:${id}`, context, async () => {
      const answer = uploadEnd(record, end, await readNow(abilityId, { context }), announced);
      return workspace.outbound.edit(place, answer, announced ? 'answer' : 'announcement');
    });
  } catch (error) {
    workspace.log.warn({ err: error, upload: id }, 'upload receipt not updated');
    return false;
  }
}

async function readNow(id: AbilityId, { context }: Pick<ReceiptParts, 'context'>): Promise<InstalledNow> {
  const [entries, holders] = await Promise.all([readEntries(context), findHolders(id, context)]);
  const agents = holders.map(({ name }) => name);
  const entry = entries.find(({ ability }) => ability?.id === id);
  if (entry) return { state: entry.state, agents };
  const deletion = await readLastDeletion({ by: 'ability', id }, context);
  return { state: 'deleted', agents, ...(deletion ? { deletion } : {}) };
}

/** The catalog links installed rows to Abilities, which the service does not always do itself. */
async function readEntries({ now, service }: ReceiptParts['context']) {
  const [abilities, installed] = await Promise.all([service.listAbilities(), service.listInstalledAbilities()]);
  return joinCatalog(abilities, installed, now()).entries;
}
