import { leftOutOf } from '@abilities-bot/service-api';
import type { StoredSettings } from '../../store/settings-record.ts';
import { type Connection, lastFourOf, type Requester, type ShownKey } from '../access.ts';
import { agentRows, nameAbilities } from '../agents.ts';
import { settingsChanges } from '../audit.ts';
import { FINDING, type OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { isAbilityName } from '../references.ts';

/** The form that takes a key, with what is connected. */
export async function openConnect({ connection }: { connection: Connection }): Promise<Outcome> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  return { kind: 'connect-form', present: await connection.keyStore.present() };
}

/** Keeps a key that the service takes, in the place of the one before. A sentence says why another is not kept. */
export async function connectAccount(
  apiKey: string,
  { by, withinMs }: { by: string; withinMs: number },
  { connection }: { connection: Connection },
): Promise<Outcome | { kind: 'key-not-kept'; sentence: string }> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  const { keyStore } = connection;
  const check = await keyStore.check(apiKey, withinMs);
  if (!check.ok) return { kind: 'key-not-kept', sentence: check.sentence };
  const before = await keyStore.present();
  await keyStore.connect(apiKey, by);
  return { kind: 'connected', lastFour: lastFourOf(apiKey), before: before && { lastFour: shownFour(before) } };
}

/** Forgets the key, once that was asked. */
export async function disconnectAccount(
  confirmed: boolean,
  { connection }: { connection: Connection },
): Promise<Outcome> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  const present = await connection.keyStore.present();
  if (!present) return { kind: 'refused', refusal: { why: 'nothing-connected' } };
  if (!confirmed) return { kind: 'disconnect-question', present };
  await connection.keyStore.disconnect();
  return { kind: 'disconnected', lastFour: shownFour(present) };
}

const KEY_FIXED: Outcome = { kind: 'refused', refusal: { why: 'key-fixed' } };

const shownFour = (key: ShownKey): string | null => (key === 'unreadable' ? null : key.lastFour);

/** Of a longer history, the latest. */
const MAX_AUDIT_RECORDS = 20_000;

/** Endpoints 1, 5 and 6: everything on the account, as the service tells it, and who did what to it from here. */
export async function exportAccount({ assignments, auditLog, now, service }: OperationContext): Promise<Outcome> {
  const [agents, abilities, installed, history] = await Promise.all([
    service.listAgents({ withImage: true, ...FINDING }),
    service.listAbilities(FINDING),
    service.listInstalledAbilities(FINDING),
    auditLog.all(new Date(0), MAX_AUDIT_RECORDS),
  ]);
  const rows = agentRows(agents, nameAbilities(abilities), await assignments.lookUp(agents));
  const unread = [agents, abilities, installed].flatMap(leftOutOf).length;
  const account = { agents: rows, abilities, installed, history, readAt: now(), ...(unread > 0 ? { unread } : {}) };
  return { kind: 'export', account };
}

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

/** The name of a new Ability, when it is one that the service takes. */
export function startAbility(given: string): Outcome {
  const name = given.replace(/\s+/g, ' ').trim().normalize('NFC');
  if (isAbilityName(name)) return { kind: 'starter', name };
  return { kind: 'refused', refusal: { why: 'bad-argument', verb: 'new', usage: 'new <name>', given } };
}
