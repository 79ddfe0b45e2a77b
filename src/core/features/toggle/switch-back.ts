import type { Difference } from '../../../store/difference-record.ts';
import { type Comparison, movedOn, nameOrCount, type ShownAccount, type UndoResult } from '../../change.ts';
import type { Run } from '../../feature.ts';
import { missingRow } from '../../lookup.ts';
import { listedWords, missingWords } from '../../trigger-words.ts';
import { askToDisable } from './ask-to-disable.ts';
import { toggleAbility, toggleEach } from './switch.ts';
import type { Toggled } from './toggle.ts';

export async function compareStates(change: Toggled, shown: ShownAccount): Promise<Comparison> {
  const rows = await shown.rows();
  const differences = change.items.flatMap(({ enabled, id, name, words = [] }): Difference[] => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [missingRow(rows, id, name)];
    if (row.enabled !== enabled) return [{ kind: 'state', id, name, enabled: row.enabled, isOld: true }];
    const missing = missingWords(words, listedWords(row, rows) ?? words);
    return missing.length > 0 ? [{ kind: 'words', id, name, missing, kept: [], isOld: false }] : [];
  });
  const not = new Set(differences.map((one) => ('id' in one && one.kind !== 'words' ? one.id : null)));
  const items = change.items.filter(({ id }) => !not.has(id));
  return { differences, left: items.length > 0 ? { ...change, items } : null };
}

const reverse = (enabled: boolean) => (enabled ? 'disable' : 'enable');

/**
 * Refuses if the Ability is no longer in the state that the change left: with only two states, it is then already in
 * the previous one, and the toggle changes nothing.
 */
export async function switchBack({ items: [item] }: Toggled, run: Run): Promise<UndoResult> {
  if (!item) return movedOn('0 Abilities');
  const { enabled, id, name } = item;
  const outcome = await toggleAbility({ verb: reverse(enabled), target: { by: 'installed', id } }, run.context);
  if (outcome.kind === 'needs-approval') return { done: false, outcome: await askToDisable([outcome], [], run) };
  if (outcome.kind === 'unchanged') return movedOn(name);
  return outcome.kind === 'toggled' ? { done: true, outcome } : { done: false, outcome };
}

export async function switchAllBack({ items }: Toggled, run: Run): Promise<UndoResult> {
  const planned = items.map(({ enabled, id, name }) => ({ verb: reverse(enabled), id, name }) as const);
  const { results, waiting } = await toggleEach(planned, run.context);
  if (waiting.length > 0) return { done: false, outcome: await askToDisable(waiting, results, run) };
  const outcome = { kind: 'toggled-several', enabled: planned[0]?.verb === 'enable', results } as const;
  if (results.some(({ kind }) => kind === 'toggled')) return { done: true, outcome };
  return results.every(({ kind }) => kind === 'unchanged') ? movedOn(nameOrCount(items)) : { done: false, outcome };
}
