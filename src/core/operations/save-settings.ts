import type { StoredSettings } from '../../store/workspace-settings-record.ts';
import type { Actor } from '../actor.ts';
import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';

/** The form of the settings, with what is set. */
export async function openSettings({ settings }: OperationContext): Promise<Outcome> {
  return { kind: 'settings-form', stored: await settings.book.read(), fixed: settings.fixed };
}

/** Saves them as a whole: they hold at once here, and within seconds in other processes. */
export async function saveSettings(
  wanted: StoredSettings,
  actor: Actor,
  { settings }: OperationContext,
): Promise<Outcome> {
  const before = await settings.book.read();
  await settings.book.save(wanted, actor.userId);
  settings.changed();
  return { kind: 'settings-saved', before, after: wanted };
}
