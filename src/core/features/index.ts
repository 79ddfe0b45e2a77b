import { approvalsFeature } from './approvals/approvals.ts';
import { assignFeature } from './assign/assign.ts';
import { checkFeature } from './check.ts';
import { connectFeature } from './connect.ts';
import { deleteFeature } from './delete/delete.ts';
import { doctorFeature } from './doctor.ts';
import { exportFeature } from './export.ts';
import { helpFeature } from './help.ts';
import { historyFeature } from './history.ts';
import { listFeature } from './list.ts';
import { quietFeature } from './quiet/quiet.ts';
import { repairFeature } from './repair.ts';
import { sayFeature } from './say.ts';
import { settingsFeature } from './settings.ts';
import { showFeature } from './show.ts';
import { starterFeature } from './starter.ts';
import { statusFeature } from './status.ts';
import { timedFeature } from './timed/timed.ts';
import { toggleFeature } from './toggle/toggle.ts';
import { toggleAllFeature } from './toggle-all.ts';
import { triggersFeature } from './triggers.ts';
import { undoFeature } from './undo.ts';
import { uploadFeature } from './upload/upload.ts';
import { versionsFeature } from './versions/versions.ts';
import { whoamiFeature } from './whoami.ts';

/** Every feature; nothing else in the core lists them. Within a group, the help shows their verbs in this order. */
export const FEATURES = [
  listFeature,
  showFeature,
  historyFeature,
  toggleFeature,
  toggleAllFeature,
  quietFeature,
  timedFeature,
  triggersFeature,
  deleteFeature,
  assignFeature,
  exportFeature,
  statusFeature,
  sayFeature,
  checkFeature,
  undoFeature,
  repairFeature,
  versionsFeature,
  uploadFeature,
  starterFeature,
  whoamiFeature,
  doctorFeature,
  settingsFeature,
  connectFeature,
  approvalsFeature,
  helpFeature,
] as const;
