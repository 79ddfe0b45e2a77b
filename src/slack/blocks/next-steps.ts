import type { types } from '@slack/bolt';
import type { Wanted } from '../../core/command.ts';
import type { Outcome, ToggleResult } from '../../core/outcome.ts';
import { formatAgentRef } from '../../core/parse-ref.ts';
import type { LikelyLine, Numbered, Refusal } from '../../core/refusal.ts';
import { findVerb } from '../../core/verbs.ts';
import { wantedLine } from '../../core/wanted.ts';
import { agentRows, candidateRows, MAX_OF_BOTH } from './abilities/choice.ts';
import { likelyButton } from './abilities/choice-button.ts';
import { actions, button, tryButton } from './buttons.ts';
import { declineButton } from './team/approval-buttons.ts';
import { clip } from './text.ts';

const ALL = () => button('All Abilities', { do: 'list' });
const MAX_NAMED = 3;
const MAX_NAME = 60;
const MAX_VALUE = 700;

/** What can be done after a sentence, as buttons beside its Undo. */
export function nextSteps(outcome: Outcome, undo: types.Button | null): types.KnownBlock[] {
  switch (outcome.kind) {
    case 'toggled':
    case 'unchanged':
      return actions(undo, button('Show', { do: `show installed:${outcome.id}` }), ALL());
    case 'triggers-saved':
    case 'triggers-unchanged':
      return actions(undo, button('Trigger words…', { do: `triggers installed:${outcome.id}` }), ALL());
    case 'toggled-several':
      return [...actions(undo, ALL()), ...actions(...wordsButtons(outcome))];
    case 'assigned':
      return actions(undo, button('Agents', { do: 'agents' }), ALL());
    case 'approval-asked':
      return actions(declineButton('Withdraw', outcome.approval), ALL());
    case 'trouble':
      return outcome.error.endpoint === 'assign Abilities'
        ? actions(undo, button('Agents', { do: 'agents' }))
        : actions(undo, ALL());
    case 'undone':
      return nextSteps(outcome.of, undo);
    case 'disconnected':
      return actions(button('Connect…', { do: 'connect' }), button('Help', { do: 'help' }));
    case 'refused':
      return afterRefusal(outcome.refusal);
    default:
      return actions(undo, ALL());
  }
}

/** The form that asks for trigger words, for each Ability that has none. */
function wordsButtons({ enabled, results }: Extract<Outcome, { kind: 'toggled-several' }>): types.Button[] {
  const verb = enabled ? 'enable' : 'disable';
  return results
    .filter((result): result is Extract<ToggleResult, { kind: 'needs-trigger-words' }> => {
      return result.kind === 'needs-trigger-words';
    })
    .slice(0, MAX_NAMED)
    .map(({ id, name }) =>
      button(`Trigger words of ${clip(name, 40)}…`, { do: `${verb} installed:${id}`, asks: true }, `Words of ${name}`),
    );
}

function afterRefusal(refusal: Refusal): types.KnownBlock[] {
  switch (refusal.why) {
    case 'several-abilities':
      return candidateRows(refusal.candidates, refusal.wanted);
    case 'several-agents':
      return [...agentRows(refusal.candidates, refusal.wanted), ...common()];
    case 'several-things':
      return [...candidateRows(refusal.abilities, undefined, MAX_OF_BOTH), ...agentRows(refusal.agents)];
    case 'no-such-ability':
      return [
        ...actions(
          ...numberButtons(refusal.numbered, refusal.wanted),
          ...likelyButtons(refusal.suggestions, refusal.wanted),
        ),
        ...common(),
      ];
    case 'no-such-agent':
      return [...actions(...agentButtons(refusal.suggestions, refusal.wanted)), ...common()];
    case 'unknown-verb': {
      const line = refusal.suggestion && `help ${refusal.suggestion}`;
      return [...actions(line ? button(line, { do: line }) : null), ...common()];
    }
    case 'nothing-of-that-name':
      return [
        ...actions(
          ...shortEnough([lineButton(refusal.likely)].filter((likely) => likely !== null)),
          ...numberButtons(refusal.numbered),
          ...likelyButtons(refusal.abilities),
          ...agentButtons(refusal.agents),
        ),
        ...common(),
      ];
    case 'not-connected':
    case 'nothing-connected':
      return actions(button('Connect…', { do: 'connect' }), button('Help', { do: 'help' }));
    default:
      return common();
  }
}

/** The line with its verb put right, and with what followed it. */
function lineButton(likely: LikelyLine | null): types.Button | null {
  const verb = likely && findVerb(likely.verb);
  if (!verb) return null;
  if (likely.argument === '') return tryButton(verb, verb.name, `Run ${verb.tryLine}`);
  const line = `${verb.name} ${likely.argument}`;
  return button(clip(line, MAX_NAME), { do: line }, `Run ${line}`);
}

const common = () => actions(ALL(), button('Help', { do: 'help' }));

const likelyButtons = (names: readonly string[], wanted?: Wanted) =>
  shortEnough(names.filter(isName).map((name) => likelyButton(wanted, name)));

const agentButtons = (names: readonly string[], wanted?: 'unassign') =>
  shortEnough(
    names.filter(isName).map((name) => {
      const ref = formatAgentRef({ by: 'name', name });
      return wanted === 'unassign'
        ? button(`Unassign all from ${clip(name, MAX_NAME - 10)}…`, { do: `unassign ${ref}` })
        : button(`Assign ${clip(name, MAX_NAME)}…`, { do: `assign ${ref}` });
    }),
  );

/** The same with the ID that the number may have meant. */
const numberButtons = (numbered: readonly Numbered[] = [], wanted?: Wanted) =>
  numbered.map(({ name, ref }) => {
    const line = (wanted && wantedLine(wanted, ref)) ?? `show ${ref}`;
    return button(clip(line, MAX_NAME), { do: line }, `Run ${line} for ${name}`);
  });

/** A blank one cannot be asked for. */
const isName = (name: string) => name.trim() !== '';

/** The value carries the name in full, and one of control characters is written six times as long. */
const shortEnough = (buttons: readonly types.Button[]) =>
  buttons.filter(({ value = '' }) => value.length <= MAX_VALUE).slice(0, MAX_NAMED);
