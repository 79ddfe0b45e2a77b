import type { Installation, InstallationStore } from '@slack/bolt';
import type { Store } from '../../store/open-store.ts';
import { type InstallationDocument, readInstallation, tenantOf, toInstallation } from './installation-document.ts';

/** Whom a payload names. */
export interface Source {
  teamId: string | undefined;
  enterpriseId: string | undefined;
  isEnterpriseInstall: boolean;
}

/** Where the app is installed, sealed in the store, as Bolt works with it. */
export class SealedInstallations implements InstallationStore {
  readonly #store: Pick<Store, 'installations' | 'forgetTenant'>;

  constructor(store: Pick<Store, 'installations' | 'forgetTenant'>) {
    this.#store = store;
  }

  /** Of a workspace by itself before that of its organisation. Null when neither has installed it. */
  async find({ enterpriseId, isEnterpriseInstall, teamId }: Source): Promise<InstallationDocument | null> {
    for (const id of [isEnterpriseInstall ? undefined : teamId, enterpriseId]) {
      const record = id === undefined ? null : await this.#store.installations.find(id);
      if (record) return readInstallation(record.document);
    }
    return null;
  }

  async storeInstallation(given: Installation): Promise<void> {
    const document = readInstallation(given);
    const { enterpriseId, id, teamId } = tenantOf(document);
    await this.#store.installations.save({ tenantId: id, teamId, enterpriseId, document });
  }

  async fetchInstallation(source: Source): Promise<Installation<'v2', boolean>> {
    const document = await this.find(source);
    if (!document) throw new Error('The app is not installed there.');
    return toInstallation(document);
  }

  async deleteInstallation({ enterpriseId, isEnterpriseInstall, teamId }: Source): Promise<void> {
    const id = isEnterpriseInstall ? enterpriseId : teamId;
    if (id !== undefined) await this.#store.forgetTenant(id);
  }
}
