import type { AbilityId } from '@abilities-bot/service-api';
import { joinCatalog } from '../../../core/catalog.ts';
import type { Change } from '../../../store/undo-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { findHolders } from '../../../uploads/decide.ts';
import { drawInTurn } from '../../request/draw-in-turn.ts';
import type { Workspace } from '../../workspace.ts';
import { type InstalledNow, uploadEnd } from './end.ts';

type ReceiptParts = Pick<Workspace, 'context' | 'log' | 'outbound' | 'store' | 'tenantId'>;

/** Older receipts stay as they are. */
const MAX_RECEIPTS = 50;

/**
 * Edits the receipts of the Abilities that a change concerns, so that they say where each one is now. Never throws: the
 * change is made either way.
 */
export async function redrawReceipts(change: Change, workspace: ReceiptParts): Promise<void> {
  const { log, store, tenantId } = workspace;
  if (change.kind === 'triggers') return;
  try {
    const receipts = await store.uploads.listReceipts(tenantId, MAX_RECEIPTS);
    if (receipts.length === 0) return;
    const touched = await touchedBy(change, workspace);
    const meant = receipts.filter(({ abilityId }) => abilityId !== null && touched.has(abilityId));
    for (const record of meant)
      await drawInTurn(`receipt:${record.id}`, workspace.context, () => redraw(record, workspace));
  } catch (error) {
    log.warn({ err: error }, 'upload receipts not updated');
  }
}

async function touchedBy(change: Change, { context }: ReceiptParts): Promise<ReadonlySet<AbilityId | null>> {
  switch (change.kind) {
    case 'toggled': {
      const toggled = new Set(change.items.map(({ id }) => id));
      const entries = await readEntries(context);
      return new Set(
        entries.flatMap(({ ability, installed }) =>
          ability && installed && toggled.has(installed.id) ? [ability.id] : [],
        ),
      );
    }
    case 'assigned':
      return differenceOf(change.before ?? [], change.after);
    case 'deleted':
      return new Set(change.items.map(({ id }) => id));
    case 'uploaded':
      return new Set([change.replaced ?? null]);
    case 'triggers':
    case 'release-enabled':
    case 'repaired':
      return new Set();
  }
}

/** The Abilities that only one of the lists has. */
function differenceOf(before: readonly AbilityId[], after: readonly AbilityId[]): ReadonlySet<AbilityId> {
  const [old, fresh] = [new Set(before), new Set(after)];
  return new Set([...before.filter((id) => !fresh.has(id)), ...after.filter((id) => !old.has(id))]);
}

async function redraw(record: UploadRecord, workspace: ReceiptParts): Promise<void> {
  const { log, outbound } = workspace;
  const { abilityId, end, id, place } = record;
  if (end?.kind !== 'uploaded' || abilityId === null || !place) return;
  try {
    await outbound.edit(place, uploadEnd(record, end, await readNow(abilityId, workspace)), 'announcement');
  } catch (error) {
    log.warn({ err: error, upload: id }, 'upload receipt not updated');
  }
}

async function readNow(id: AbilityId, { context }: ReceiptParts): Promise<InstalledNow> {
  const [entries, holders] = await Promise.all([readEntries(context), findHolders(id, context)]);
  const state = entries.find(({ ability }) => ability?.id === id)?.state ?? 'deleted';
  return { state, agents: holders.map(({ name }) => name) };
}

/** The catalog links installed rows to Abilities, which the service does not always do itself. */
async function readEntries({ now, service }: ReceiptParts['context']) {
  const [abilities, installed] = await Promise.all([service.listAbilities(), service.listInstalledAbilities()]);
  return joinCatalog(abilities, installed, now()).entries;
}
