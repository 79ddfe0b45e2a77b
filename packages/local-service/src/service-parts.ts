import type { Kysely } from 'kysely';
import type { Credentials } from './auth/authenticate.ts';
import type { FileStore } from './storage/file-store.ts';
import type { Schema } from './storage/schema.ts';

/** Which bodies edit-personality takes: callers disagree about what the live service accepts (service notes). */
export type AssignmentStyle = 'both' | 'json-only' | 'multipart-only';

/** How the service behaves where the interface leaves it open, or where a test needs it otherwise. */
export interface Behaviour {
  readonly assignment: AssignmentStyle;
  readonly agentRowsCarryAbilities: boolean;
  readonly maxUploadBytes: number;
  readonly forbiddenModules: readonly string[];
}

/** What an endpoint works with. */
export interface ServiceParts {
  readonly db: Kysely<Schema>;
  readonly packages: FileStore;
  readonly images: FileStore;
  readonly credentials: Credentials;
  readonly behaviour: Behaviour;
}
