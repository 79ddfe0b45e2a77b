import type { StoredSettings } from '../../store/workspace-settings-record.ts';
import type { Outcome } from '../outcome.ts';
import type { Requester } from '../requester.ts';
import { settingsChanges } from '../settings-changes.ts';
import type { OperationContext } from './context.ts';

/** The form of the settings, with what is set. */
export async function openSettings({ settings }: OperationContext): Promise<Outcome> {
  return { kind: 'settings-form', stored: await settings.book.read(), fixed: settings.fixed };
}

/** Saves them as a whole, if they are other than before: they hold at once here, and within seconds in other processes. */
export async function saveSettings(
  wanted: StoredSettings,
  requester: Requester,
  { settings }: OperationContext,
): Promise<Outcome> {
  const before = await settings.book.read();
  // The form does not ask about it then, which says nothing of what is to hold once it may choose again.
  const after = settings.fixed.approvals ? { ...wanted, approvals: before.approvals } : wanted;
  if (settingsChanges(before, after).length === 0) return { kind: 'settings-unchanged' };
  await settings.book.save(after, requester.userId);
  settings.changed();
  return { kind: 'settings-saved', before, after };
}
