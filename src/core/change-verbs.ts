import { assignFeature } from './features/assign.ts';
import { deleteFeature } from './features/delete.ts';
import { starterFeature } from './features/starter.ts';
import { toggleFeature } from './features/toggle.ts';
import { triggersFeature } from './features/triggers.ts';
import { undoFeature } from './features/undo.ts';
import { uploadFeature } from './features/upload.ts';
import type { Verb } from './verb.ts';

/** The verbs that bring new Abilities. */
export const UPLOAD_VERBS: readonly Verb[] = [uploadFeature.verbs.upload, starterFeature.verbs.new];

/** The verbs that change something, and the one that takes it back. */
export const CHANGE_VERBS: readonly Verb[] = [
  toggleFeature.verbs.enable,
  toggleFeature.verbs.disable,
  triggersFeature.verbs.triggers,
  assignFeature.verbs.assign,
  assignFeature.verbs.unassign,
  deleteFeature.verbs.delete,
  undoFeature.verbs.undo,
];
