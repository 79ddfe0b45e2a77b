import type { Kysely } from 'kysely';
import type { Credentials } from './auth/authenticate.ts';
import type { Lies } from './faults/lies.ts';
import type { FileStore } from './storage/file-store.ts';
import type { Schema } from './storage/schema.ts';

/** Accepted bodies of edit-personality: clients disagree about what the live service accepts (service notes). */
export type AssignmentStyle = 'both' | 'json-only' | 'multipart-only';

/** Behavior that the interface leaves open, or that tests vary. */
export interface Behavior {
  readonly assignment: AssignmentStyle;
  readonly agentRowsCarryAbilities: boolean;
  readonly maxUploadBytes: number;
  readonly forbiddenModules: readonly string[];
}

export interface ServiceParts {
  readonly db: Kysely<Schema>;
  readonly packages: FileStore;
  readonly images: FileStore;
  readonly credentials: Credentials;
  readonly behavior: Behavior;
  readonly lies: Lies;
}
