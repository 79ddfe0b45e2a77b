import type { Migration } from 'kysely';
import { checkInstallations } from './migrations/check-installations.ts';
import { countRefusals } from './migrations/count-refusals.ts';
import { createTables } from './migrations/create-tables.ts';
import { keepAssignments } from './migrations/keep-assignments.ts';
import { keepChanges } from './migrations/keep-changes.ts';
import { keepDrops } from './migrations/keep-drops.ts';
import { keepTeams } from './migrations/keep-teams.ts';
import { placeUploadsByWorkspace } from './migrations/place-uploads-by-workspace.ts';
import type { StoreKind } from './schema.ts';

/** In order of their names. A migration that has been released is never edited. */
export const createMigrations = (kind: StoreKind): Record<string, Migration> => ({
  '0001-create-tables': createTables(kind),
  '0002-keep-changes': keepChanges(kind),
  '0003-keep-assignments': keepAssignments,
  '0004-teams': keepTeams(kind),
  '0005-place-uploads-by-workspace': placeUploadsByWorkspace,
  '0006-count-refusals': countRefusals(kind),
  '0010-keep-drops': keepDrops,
  '0011-check-installations': checkInstallations,
});
