import { withTimeout } from '../../../base/timeout.ts';
import { decideRole, mergePolicy } from '../../../core/access.ts';
import {
  overtakingChanges,
  rebaseSettings,
  type SettingChange,
  settingsChanges,
} from '../../../core/features/settings.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { runIfAllowed } from '../../../core/run-command.ts';
import type { StoredSettings } from '../../../store/settings-record.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { foreign } from '../../blocks/kit.ts';
import { channel, person } from '../../blocks/mentions.ts';
import type { DrawnOutcome, SlackFeature } from '../../feature.ts';
import type { ModalMetadata, Origin } from '../../modal-metadata.ts';
import { type ChannelTrouble, findChannelTrouble } from '../../outbound/channel-trouble.ts';
import { type Asked, type Changed, errorsAt, type FieldErrors, instead } from '../../payloads/form-values.ts';
import type { SubmissionPayload } from '../../payloads/payloads.ts';
import { listUserGroups } from '../../people/user-groups.ts';
import { notify } from '../../request/announce.ts';
import type { Workspace } from '../../workspace.ts';
import { hasNoApprover } from '../approvals/approvers.ts';
import { ADD_GROUPS, fieldsOf, fitsIntoForm, settingsModal } from './form-view.ts';
import { readFields, readInitial } from './read-fields.ts';

/** Rejects settings that would remove the person's own admin role, because no admin might be left to correct that. */
async function checkOwnRole(
  value: StoredSettings,
  { field, userId }: { field: string; userId: string },
  { config, people }: Pick<Workspace, 'config' | 'people'>,
): Promise<FieldErrors | null> {
  const { grants, memberRole } = mergePolicy(config.policy, value);
  const groups = [...new Set(Object.values(grants).flatMap((list) => list.groups))];
  const error = (sentence: string) => ({ [field]: sentence });
  try {
    const [{ kind }, groupIds] = await Promise.all([people.read(userId), people.groupsOf(userId, groups)]);
    const { role } = decideRole({ userId, kind, groupIds }, grants, memberRole);
    if (role === 'admin') return null;
    return error('This would remove your admin role. Add yourself here, or ask another admin to save these settings.');
  } catch {
    return error(
      "I couldn't check with Slack whether you'd still be an admin. Nothing was saved. Try again in a minute.",
    );
  }
}

const CANNOT_POST: Record<ChannelTrouble, string> = {
  'not-in': "I'm not in this channel. Invite me with /invite @abilities, then save again.",
  archived: 'This channel is archived. Choose another one.',
  restricted:
    "I can't post in this channel: posting is restricted. Allow me in its posting permissions, or choose another one.",
};

/** Rejects a new channel in which the bot can't post announcements. Accepts the channel if Slack doesn't answer. */
async function checkChannel(
  field: string,
  before: string | null,
  channel: string | null,
  { client, context, log }: Pick<Workspace, 'client' | 'context' | 'log'>,
): Promise<FieldErrors | null> {
  if (channel === null || channel === before) return null;
  try {
    const found = findChannelTrouble(channel, client);
    const trouble = await withTimeout(context.clock, found, context.deadlines.role, () => null);
    return trouble === null ? null : { [field]: CANNOT_POST[trouble] };
  } catch (error) {
    log.warn({ err: error, channel }, 'channel for announcements not checked');
    return null;
  }
}

const MAX_IN_LINE = 40;
/** Slack's limit for a section is 3,000. */
const MAX_IN_MESSAGE = 2800;

/** Not a mention, because that would notify the whole group in the audit channel. */
const groupName = (id: string) => `group ${id}`;

const MENTIONS = { U: person, W: person, S: groupName, C: channel, G: channel } as const;

/**
 * A setting's value, with IDs rendered as names. Truncated IDs stay as they are.
 * @param max characters before the IDs are rendered.
 */
export const settingWords = (words: string, max: number): string =>
  foreign(words, max).replace(/\b([UWSCG])[A-Z0-9]{2,}\b(?!…)/g, (id, letter: keyof typeof MENTIONS) =>
    MENTIONS[letter](id),
  );

/** Lines that together name every difference. A long list takes several lines. */
function linesOf(changes: readonly SettingChange[]): string[] {
  return changes.flatMap((change) => {
    if (change.kind === 'value') return [`• ${change.setting}: ${words(change.before)} → ${words(change.after)}`];
    return (['added', 'removed'] as const).flatMap((what) =>
      inParts(change[what], MAX_IN_LINE).map((ids) => `• ${change.setting}: ${what} ${ids.map(words).join(', ')}`),
    );
  });
}

const words = (value: string) => settingWords(value, 255);

function inParts<T>(all: readonly T[], max: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < all.length; start += max) parts.push(all.slice(start, start + max));
  return parts;
}

/** Joins the lines into as few texts as possible, each of which fits into a section. */
function toTexts(lines: readonly string[]): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last === undefined || last.length + line.length >= MAX_IN_MESSAGE) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts;
}

const NO_APPROVER =
  ':warning: As far as I know, you are the only admin, so nobody can approve your requests. Add an admin, or clear the approvals.';

/** As many changes as fit into a section. The announcements and the audit log have all of them. */
function settingsSavedSentence(
  { after, before, hasNoApprover }: Extract<Outcome, { kind: 'settings-saved' }>,
  by: string,
): string {
  const head = [`Settings saved ${by}`, ...(hasNoApprover ? [NO_APPROVER] : [])];
  const [first = '', ...further] = toTexts([...head, ...linesOf(settingsChanges(before, after))]);
  return further.length === 0 ? first : `${first}\n• more in the audit log: \`/abilities history\``;
}

/**
 * Announces the changed settings in the audit channel, and also in the previous one, so that no admin can silence it
 * unnoticed. Never throws.
 * @param notice mrkdwn; its first line says who saved them.
 */
async function announceSettings(
  { after, before }: DrawnOutcome<'settings-saved'>,
  notice: string,
  workspace: Workspace,
): Promise<undefined> {
  const channels = [before, after].map((stored) => mergePolicy(workspace.config.policy, stored).auditChannel);
  const [head = ''] = notice.split('\n', 1);
  const texts = toTexts([head, ...linesOf(settingsChanges(before, after))]);
  for (const channel of new Set(channels)) {
    if (channel !== null) for (const text of texts) await notify(channel, text, workspace);
  }
}

const overtakenWords = (by: string, requesterId: string) =>
  by === requesterId ? 'You changed the settings' : `${person(by)} changed the settings`;

/** The names of the user groups in the settings, by ID; none if Slack does not answer in time. */
async function nameGroups(
  { roles }: StoredSettings,
  userId: string,
  workspace: Workspace,
): Promise<ReadonlyMap<string, string>> {
  if (Object.values(roles).every(({ groups }) => groups.length === 0)) return new Map();
  const groups = await listUserGroups(userId, workspace.context.deadlines.groupNames, workspace);
  return new Map(groups.map(({ id, label }) => [id, label]));
}

/** Shows the fields for user groups. Slack keeps the input of the other fields, because their IDs stay the same. */
async function showGroupFields(
  { identify, isSubmitted, metadata: { base, origin }, view }: Changed<Extract<ModalMetadata, { form: 'settings' }>>,
  { context, outbound }: Workspace,
): Promise<void> {
  // A form without `base` already has the fields.
  if (!base) return;
  const outcome = await runIfAllowed({ verb: 'settings' }, context, await identify());
  if (outcome.kind !== 'settings-form') return;
  const form = settingsModal(base, outcome.fixed, origin, { withGroups: true });
  // The hash and `isSubmitted` prevent this from replacing a view that a submission has drawn in the meantime.
  await outbound.redrawModal(view.id, view.hash, form, isSubmitted);
}

interface SentSettings {
  payload: SubmissionPayload;
  round: number;
  /** The saved settings when the form was drawn; null if unknown. */
  base: StoredSettings | null;
  origin: Origin;
}

/** Runs before the ack, while the form can still be redrawn with the person's input applied to others' changes. */
async function submitSettings(
  { base, origin, payload: { user, view }, round }: SentSettings,
  workspace: Workspace,
): Promise<Asked> {
  const { store, fixed } = workspace.context.settings;
  const { savedBy, settings: stored } = await store.readSaved();
  const wanted = readFields(view, round, base ?? stored);
  const overtaking = overtakingChanges(base, stored);
  if (base !== null && savedBy !== null && overtaking.length > 0) {
    const isKept = fitsIntoForm(stored);
    const what = isKept
      ? 'The form now shows the new settings with your changes applied. Review them and save again.'
      : 'The form now shows the new settings. Make your changes again.';
    const head = `:warning: ${overtakenWords(savedBy, user.id)} while this form was open, so nothing was saved. ${what}`;
    const news = toTexts([head, ...linesOf(overtaking)]);
    const again = { news, round: round + 1, base: isKept ? stored : undefined };
    const shown = isKept ? rebaseSettings(wanted, base, stored) : stored;
    const groupNames = await nameGroups(shown, user.id, workspace);
    return instead(settingsModal(shown, fixed, origin, { again, groupNames }));
  }
  const fields = fieldsOf(round);
  const [ownRole, auditChannel, watchChannel] = await Promise.all([
    checkOwnRole(wanted, { field: fields.admins, userId: user.id }, workspace),
    checkChannel(fields.auditChannel, stored.auditChannel, wanted.auditChannel, workspace),
    checkChannel(fields.watchChannel, stored.watchChannel, wanted.watchChannel, workspace),
  ]);
  const errors = ownRole || auditChannel || watchChannel ? { ...ownRole, ...auditChannel, ...watchChannel } : null;
  return errors ? errorsAt(errors) : { command: { verb: 'save-settings', settings: wanted, base } };
}

export const settingsFeature = {
  drawings: {
    'settings-form': {
      prepare: async (outcome, { requester }, workspace) => ({
        outcome: { ...outcome, groupNames: await nameGroups(outcome.stored, requester.userId, workspace) },
      }),
      form: ({ fixed, groupNames, stored }, { origin }) => settingsModal(stored, fixed, origin, { groupNames }),
    },
    'settings-saved': {
      prepare: async (outcome, { requester }, workspace) => {
        const policy = mergePolicy(workspace.config.policy, outcome.after);
        const isAlone = policy.approvals.length > 0 && (await hasNoApprover(requester.userId, policy, workspace));
        return isAlone ? { outcome: { ...outcome, hasNoApprover: true } } : {};
      },
      notice: (outcome, { by }) => settingsSavedSentence(outcome, by),
      next: ({ hasNoApprover }) =>
        actions(hasNoApprover ? button('Settings…', { do: 'settings' }) : null, allAbilities()),
      announce: async (outcome, { notice }, workspace) => announceSettings(outcome, notice, workspace),
    },
    'settings-unchanged': { notice: () => 'No changes.' },
    'settings-overtaken': {
      notice: ({ by, changes }) =>
        toTexts([
          `Nothing was saved, because ${person(by)} changed the settings in the meantime. Type \`/abilities settings\` again.`,
          ...linesOf(changes),
        ])[0] ?? '',
    },
  },
  forms: {
    settings: {
      verb: 'settings',
      submit: ({ metadata: { base, origin }, payload }, workspace) =>
        submitSettings({ payload, round: 0, base: base ?? readInitial(payload.view, 0), origin }, workspace),
      redraw: { button: ADD_GROUPS, draw: showGroupFields },
      isOfAnyAccount: true,
    },
    'settings-again': {
      verb: 'settings',
      submit: ({ metadata: { base, origin, round }, payload }, workspace) =>
        submitSettings({ payload, round, base: base ?? readInitial(payload.view, round), origin }, workspace),
      isOfAnyAccount: true,
    },
  },
  entries: {
    settings: { done: () => 'changed the settings', attemptAlone: 'change the settings', showsValues: true },
  },
} satisfies SlackFeature;
