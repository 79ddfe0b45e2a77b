import type { types } from '@slack/bolt';
import { differenceText } from '../../core/features/repair.ts';
import type { Difference } from '../../store/difference-record.ts';
import { actions, allAbilities, button } from '../blocks/buttons.ts';
import { bold, foreign } from '../blocks/kit.ts';
import type { SlackFeature } from '../feature.ts';

/** Longer than any sentence about one Ability. */
const MAX_FOUND = 600;
const MAX_REPAIRS = 3;

const found = (differences: readonly Difference[]): string => foreign(differenceText(differences), MAX_FOUND);

/** Buttons that retry a change that the account does not show. */
function repairButtons(differences: readonly Difference[]): types.Button[] {
  const buttons = new Map<string, types.Button>();
  const add = (line: string, label: string, name: string) =>
    buttons.set(line, button(label, { do: line }, `${label.replace('…', '')}: ${name}`));
  for (const one of differences) {
    if (one.kind === 'cannot-fire') add(`repair installed:${one.id}`, 'Repair', one.name);
    else if (one.kind === 'uninstalled' || one.kind === 'agent-list') {
      add(`repair agent:${one.agentId}`, 'Assign again', one.agentName);
    } else if (one.kind === 'state')
      add(`${one.enabled ? 'disable' : 'enable'} installed:${one.id}`, 'Try again', one.name);
    else if (one.kind === 'release')
      add(`rollback id:${one.abilityId} release:${one.releaseId}`, 'Enable…', `release ${one.version} of ${one.name}`);
    else if (one.kind === 'words') add(`triggers installed:${one.id} edit:`, 'Trigger words…', one.name);
  }
  return [...buttons.values()].slice(0, MAX_REPAIRS);
}

export const repairFeature = {
  drawings: {
    repaired: {
      notice: ({ what }, { by }) =>
        what.kind === 'agent'
          ? `${bold(what.name)}'s Abilities saved again ${by}`
          : `${bold(what.name)}'s trigger words repaired ${by}`,
      next: ({ what }, undo) =>
        actions(
          undo,
          what.kind === 'agent'
            ? button('Agents', { do: 'agents' })
            : button('Show', { do: `show installed:${what.id}` }),
          allAbilities(),
        ),
    },
    unconfirmed: {
      notice: ({ of, verdict: { differences, kind } }, { by, reader, requester, wording }) => {
        const asked = wording.notice(of, requester, { by, reader }) ?? '';
        return kind === 'pending'
          ? `Not confirmed yet: ${found(differences)}. I'll check again. (ref ${requester.ref})\nRequested: ${asked}`
          : `:warning: Not what you asked for: ${found(differences)}. (ref ${requester.ref})\nRequested: ${asked}`;
      },
      next: ({ of, verdict: { differences, kind } }, undo, wording) => [
        ...(kind === 'different' ? actions(...repairButtons(differences)) : []),
        ...wording.next(of, undo),
      ],
      step: ({ verdict: { differences, kind } }) =>
        kind === 'different' ? (repairButtons(differences)[0] ?? null) : null,
    },
    rechecked: {
      notice: ({ change, verdict }, { requester, wording }) =>
        verdict
          ? `:warning: ${verdict.kind === 'pending' ? 'Not confirmed' : 'Not what you asked for'}: ${found(verdict.differences)}. (ref ${requester.ref})\nRequested: ${wording.change(change)}`
          : `Confirmed: ${wording.change(change)}`,
      next: ({ verdict }, undo) => actions(...repairButtons(verdict?.differences ?? []), undo, allAbilities()),
      step: ({ verdict }) => repairButtons(verdict?.differences ?? [])[0] ?? null,
    },
  },
  lines: {
    repaired: {
      line: ({ what }) =>
        what.kind === 'agent'
          ? `${bold(what.name)}'s Abilities saved again`
          : `${bold(what.name)}'s trigger words repaired`,
      onCard: () => 'repaired',
    },
  },
  entries: { repair: { done: (names) => `repaired ${names}` } },
} satisfies SlackFeature;
