import * as z from 'zod';
import { open, seal } from '../secrets/seal.ts';
import { boundTo, requireKeys, type SealedParts, unreadable } from './sealed-tables.ts';
import { Json, wholeMs } from './upload-row.ts';

const INSTALLATIONS = 'slack_installations';

/** What Slack handed over when the app was installed, with its tokens. Sealed as a whole. */
const InstallationRecord = z
  .object({
    /** The ID of the workspace, or of the organisation when it is installed for all of it. */
    tenantId: z.string().min(1).max(255),
    teamId: z.string().min(1).nullable(),
    enterpriseId: z.string().min(1).nullable(),
    /** Bolt's Installation, as it came. */
    document: z.record(z.string(), z.unknown()),
  })
  .refine(
    ({ enterpriseId, teamId, tenantId }) => [teamId, enterpriseId].includes(tenantId),
    'belongs to another tenant',
  );
export type InstallationRecord = z.infer<typeof InstallationRecord>;

/** Where the app is installed. */
export class Installations {
  readonly #parts: SealedParts;

  constructor(parts: SealedParts) {
    this.#parts = parts;
  }

  /** In the place of the one before. @throws {StoreError} without keys. */
  async save(record: InstallationRecord): Promise<void> {
    const { tenantId, ...rest } = InstallationRecord.parse(record);
    const text = JSON.stringify(rest);
    const at = wholeMs(this.#parts.now());
    const saved = {
      saved_at: at,
      checked_at: at,
      sealed: seal(requireKeys(this.#parts.keys), text, boundTo(INSTALLATIONS, tenantId)),
    };
    await this.#parts.db
      .insertInto(INSTALLATIONS)
      .values({ tenant_id: tenantId, ...saved })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(saved))
      .execute();
  }

  /**
   * Null when there is none.
   * @throws {SealError} when it does not open. @throws {StoreError} without keys, or when this version cannot read it.
   */
  async find(tenantId: string): Promise<InstallationRecord | null> {
    const keys = requireKeys(this.#parts.keys);
    const row = await this.#parts.db
      .selectFrom(INSTALLATIONS)
      .select('sealed')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    if (!row) return null;
    const rest = Json.pipe(z.record(z.string(), z.unknown())).safeParse(
      open(keys, row.sealed, boundTo(INSTALLATIONS, tenantId)),
    );
    const record = InstallationRecord.safeParse({ ...rest.data, tenantId });
    if (record.success) return record.data;
    throw unreadable('What Slack handed over when the app was installed');
  }

  /**
   * IDs of installations not checked for this long, oldest first. Marks them checked, so that each goes to one caller
   * only.
   */
  async takeUnchecked(forMs: number, limit: number): Promise<string[]> {
    const { db, now } = this.#parts;
    const at = wholeMs(now());
    const before = at - forMs;
    const due = db
      .selectFrom(INSTALLATIONS)
      .select('tenant_id')
      .where('checked_at', '<=', before)
      .orderBy('checked_at')
      .limit(limit);
    const taken = await db
      .updateTable(INSTALLATIONS)
      .set({ checked_at: at })
      .where('tenant_id', 'in', due)
      .where('checked_at', '<=', before)
      .returning('tenant_id')
      .execute();
    return taken.map(({ tenant_id }) => tenant_id);
  }

  async remove(tenantId: string): Promise<void> {
    await this.#parts.db.deleteFrom(INSTALLATIONS).where('tenant_id', '=', tenantId).execute();
  }

  /** The IDs of all tenants, in the order of their names. */
  async tenants(): Promise<string[]> {
    const rows = await this.#parts.db.selectFrom(INSTALLATIONS).select('tenant_id').execute();
    // Each database sorts texts in its own way.
    return rows.map(({ tenant_id }) => tenant_id).toSorted();
  }
}
