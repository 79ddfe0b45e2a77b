import { decideRole, mergePolicy } from '../../../core/access.ts';
import { settingsChanges } from '../../../core/features/settings.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { StoredSettings } from '../../../store/settings-record.ts';
import type { Drawings, DrawnOutcome } from '../../blocks/drawing.ts';
import { foreign } from '../../blocks/kit.ts';
import { channel, person } from '../../blocks/mentions.ts';
import { errorsAt, type Forms, type Read } from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';
import { tell } from '../../request/announce.ts';
import type { Workspace } from '../../workspace.ts';
import { readFields, SETTINGS_FIELDS, settingsModal } from './form-view.ts';

/** Rejects settings that would remove the person's own admin role: nobody might be left to correct that. */
async function readSettings(
  view: View,
  userId: string,
  { config, people }: Pick<Workspace, 'config' | 'people'>,
): Promise<Read<StoredSettings>> {
  const value = readFields(view);
  const { grants, memberRole } = mergePolicy(config.policy, value);
  const groups = [...new Set(Object.values(grants).flatMap((list) => list.groups))];
  const error = (sentence: string) => ({ ok: false as const, errors: { [SETTINGS_FIELDS.admins]: sentence } });
  try {
    const [{ kind }, groupIds] = await Promise.all([people.read(userId), people.groupsOf(userId, groups)]);
    const { role } = decideRole({ userId, kind, groupIds }, grants, memberRole);
    if (role === 'admin') return { ok: true, value };
    return error(`This would remove your admin role. Add yourself here, or ask another admin to save this.`);
  } catch {
    return error("I couldn't check with Slack that you'd still be an admin. Nothing was saved. Try again in a minute.");
  }
}

/**
 * Announces the changed settings in the audit channel, and also in the previous one, so that no admin can silence it
 * unnoticed. Never throws.
 * @param notice mrkdwn.
 */
async function announceSettings(
  outcome: DrawnOutcome<'settings-saved'>,
  notice: string,
  workspace: Workspace,
): Promise<undefined> {
  const channels = [outcome.before, outcome.after].map(
    (stored) => mergePolicy(workspace.config.policy, stored).auditChannel,
  );
  for (const channel of new Set(channels)) if (channel !== null) await tell(channel, null, notice, workspace);
}

/** Not a mention, which would notify the whole group in the audit channel. */
const groupName = (id: string) => `group ${id}`;

const MENTIONS = { U: person, W: person, S: groupName, C: channel, G: channel } as const;

/**
 * A setting's value, with its IDs rendered as names, except truncated ones.
 * @param most characters before the IDs are rendered.
 */
export const settingWords = (words: string, most: number): string =>
  foreign(words, most).replace(/\b([UWSCG])[A-Z0-9]{2,}\b(?!…)/g, (id, letter: keyof typeof MENTIONS) =>
    MENTIONS[letter](id),
  );

/** Maximum characters of each value, before and after. */
const MAX_EACH = 120;

function settingsSavedSentence({ after, before }: Extract<Outcome, { kind: 'settings-saved' }>, by: string): string {
  const changes = settingsChanges(before, after).map(
    (change) =>
      `• ${change.setting}: ${settingWords(change.before, MAX_EACH)} → ${settingWords(change.after, MAX_EACH)}`,
  );
  return [`Settings saved ${by}`, ...changes].join('\n');
}

export const settingsDrawings: Drawings<'settings-form' | 'settings-saved' | 'settings-unchanged'> = {
  'settings-form': { form: ({ fixed, stored }, { origin }) => settingsModal(stored, fixed, origin) },
  'settings-saved': {
    notice: (outcome, { by }) => settingsSavedSentence(outcome, by),
    announce: async (outcome, { notice }, workspace) => announceSettings(outcome, notice, workspace),
  },
  'settings-unchanged': { notice: () => 'No changes.' },
};

export const settingsForms: Forms<'settings'> = {
  settings: {
    verb: 'settings',
    submit: async ({ payload }, workspace) => {
      const settings = await readSettings(payload.view, payload.user.id, workspace);
      if (!settings.ok) return errorsAt(settings.errors);
      return { command: { verb: 'save-settings', settings: settings.value } };
    },
  },
};
