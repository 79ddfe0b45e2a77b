import type { UndoneOutcome } from '../../core/features/undo.ts';
import { someNames } from '../blocks/ability.ts';
import { actions, allAbilities, button } from '../blocks/buttons.ts';
import { bold, namesAnd, wordsAnd } from '../blocks/kit.ts';
import type { DrawnOutcome, RefusalOf, SlackFeature } from '../feature.ts';

/** Explains why a change cannot be undone. `what`: its target; null if unknown. */
function cannotUndoSentence({ isRedo, reason, what }: RefusalOf<'cannot-undo'>): string {
  return WHY[reason](what === null ? 'This change' : `The change to ${bold(what)}`, isRedo ? 'redone' : 'undone');
}

const WHY: Record<RefusalOf<'cannot-undo'>['reason'], (change: string, undone: 'undone' | 'redone') => string> = {
  none: () => 'You have no changes to undo.',
  unknown: () => "I can't find that change, so nothing was undone.",
  'too-late': (change, undone) => `${change} is more than 10 minutes old, so it can't be ${undone} anymore.`,
  'being-undone': (change, undone) => `${change} is already being ${undone}.`,
  'undone-already': (change, undone) => `${change} was already ${undone}.`,
  'moved-on': (change, undone) => `${change} can't be ${undone}, because a newer change replaced it.`,
  'other-account': (change, undone) => `${change} was made on another account, so it can't be ${undone} here.`,
  'not-undoable': (change, undone) =>
    `${change} can't be ${undone}. There is no undo for uploads, deletions, releases, repairs, the end of quiet, and assignments that replaced Abilities I couldn't see.`,
};

/** Names the state after an undo, so that no one has to work it out. Null if only a part was undone. */
function stateAgain(of: Exclude<UndoneOutcome, { kind: 'resumed' }>): string | null {
  switch (of.kind) {
    case 'toggled':
      return `${bold(of.name)} is ${of.enabled ? 'enabled' : 'disabled'} again`;
    case 'toggled-several':
      return severalAgain(of);
    case 'triggers-saved':
      if (of.difference.after.length === 0) return `${bold(of.name)} has no trigger words again`;
      return `${bold(of.name)}'s trigger words are ${wordsAnd(of.difference.after)} again`;
    case 'assigned': {
      const { abilityNames, agent } = of.result;
      return `${bold(agent.name)} has ${abilityNames.length === 0 ? 'no Abilities' : namesAnd(abilityNames)} again`;
    }
  }
}

/** Null if some Abilities weren't changed back. Each then has its own line. */
function severalAgain({ enabled, results }: Extract<UndoneOutcome, { kind: 'toggled-several' }>): string | null {
  const state = enabled ? 'enabled' : 'disabled';
  const ofKind = (wanted: 'toggled' | 'unchanged') =>
    results.flatMap((result) => (result.kind === wanted ? [result] : []));
  const [toggled, unchanged] = [ofKind('toggled'), ofKind('unchanged')];
  if (toggled.length + unchanged.length < results.length) return null;
  const again = `${someNames(toggled)} ${toggled.length === 1 ? 'is' : 'are'} ${state} again`;
  if (unchanged.length === 0) return again;
  return `${again}, and ${someNames(unchanged)} ${unchanged.length === 1 ? 'was' : 'were'} already ${state}`;
}

function undoneSentence({ isRedo, of }: DrawnOutcome<'undone'>, by: string, inFull: string | null): string {
  const lead = isRedo ? 'Redone' : 'Undone';
  if (of.kind === 'resumed') return `${lead}. ${inFull ?? ''}`;
  const state = stateAgain(of);
  return state === null
    ? `Partly ${lead.toLowerCase()}. ${inFull ?? ''}`
    : `${lead}: ${state} · ${by}${stillEnabledWords(of)}`;
}

/** Effects of the change that its undo did not revert. */
function stillEnabledWords(of: UndoneOutcome): string {
  const { stillEnabled = [] } = of.kind === 'assigned' ? of.result : {};
  if (stillEnabled.length === 0) return '';
  const names = namesAnd(stillEnabled.map(({ name }) => name));
  return `\n${names} ${stillEnabled.length === 1 ? 'stays' : 'stay'} installed and enabled.`;
}

export const undoFeature = {
  drawings: {
    undone: {
      notice: (outcome, { by, reader, requester, wording }) =>
        undoneSentence(outcome, by, wording.notice(outcome.of, requester, { by, reader })),
      next: ({ of }, undo, wording) => wording.next(of, undo),
    },
  },
  refusals: {
    'cannot-undo': {
      sentence: cannotUndoSentence,
      next: () => actions(button('Audit log', { do: 'history' }), allAbilities()),
    },
  },
  entries: {
    undo: {
      done: (names, ended, { undoEntry }) => undoEntry(names, ended) ?? `undid the change to ${names}`,
      attempt: (names) => `undo the change to ${names}`,
      showsValues: true,
    },
  },
} satisfies SlackFeature;
