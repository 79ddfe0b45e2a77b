import { approvalsFeature } from './approvals/approvals.ts';
import { assignFeature } from './assign/assign.ts';
import { checkFeature } from './check.ts';
import { connectFeature } from './connect.ts';
import { deleteFeature } from './delete.ts';
import { doctorFeature } from './doctor.ts';
import { exportFeature } from './export.ts';
import { helpFeature } from './help.ts';
import { historyFeature } from './history/history.ts';
import { listFeature } from './list/list.ts';
import { quietFeature } from './quiet/quiet.ts';
import { repairFeature } from './repair.ts';
import { replaceFeature } from './replace/replace.ts';
import { sayFeature } from './say.ts';
import { settingsFeature } from './settings/settings.ts';
import { showFeature } from './show/show.ts';
import { starterFeature } from './starter.ts';
import { statusFeature } from './status.ts';
import { timedFeature } from './timed/timed.ts';
import { toggleFeature } from './toggle.ts';
import { toggleAllFeature } from './toggle-all.ts';
import { triggersFeature } from './triggers.ts';
import { undoFeature } from './undo.ts';
import { uploadFeature } from './upload/upload.ts';
import { versionsFeature } from './versions/versions.ts';
import { whoamiFeature } from './whoami.ts';

/** Every feature; nothing else on the Slack side lists them. */
export const FEATURES = [
  listFeature,
  showFeature,
  toggleFeature,
  toggleAllFeature,
  quietFeature,
  timedFeature,
  triggersFeature,
  assignFeature,
  exportFeature,
  statusFeature,
  sayFeature,
  checkFeature,
  deleteFeature,
  undoFeature,
  repairFeature,
  versionsFeature,
  uploadFeature,
  replaceFeature,
  starterFeature,
  whoamiFeature,
  historyFeature,
  doctorFeature,
  settingsFeature,
  connectFeature,
  approvalsFeature,
  helpFeature,
] as const;
