import type { types } from '@slack/bolt';
import type { Requester } from '../../core/access.ts';
import type { Wanted } from '../../core/command.ts';
import type {
  AssignmentResult,
  LikelyLine,
  Numbered,
  Outcome,
  Refusal,
  ToggleResult,
  WordsMeanwhile,
} from '../../core/outcome.ts';
import { formatAgentRef } from '../../core/references.ts';
import { wantedLine } from '../../core/resulting-command.ts';
import { findVerb } from '../../core/verbs.ts';
import {
  approvalAskedSentence,
  approvalOverSentence,
  approvedBy,
  approvedSentence,
  declineButton,
  declinedSentence,
} from '../features/approvals/approvals.ts';
import { keyName } from '../features/connect.ts';
import { deletedSeveral } from '../features/delete.ts';
import { exportSentence } from '../features/export.ts';
import { starterSentence } from '../features/new.ts';
import { settingsSavedSentence } from '../features/settings.ts';
import { agentChoices, candidateRows, likelyButton, MAX_OF_BOTH } from '../features/show/candidates.ts';
import { toggledSeveral } from '../features/toggle.ts';
import { meanwhileLine } from '../features/triggers.ts';
import { actions, button, tryButton } from './buttons.ts';
import { bold, clip, countOf, namesLine, time, typed, wordsLine } from './kit.ts';
import { refusalSentence } from './refusals.ts';
import { troubleSentence } from './sentences.ts';

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
      return [...agentChoices(refusal.candidates, refusal.wanted), ...common()];
    case 'several-things':
      return [...candidateRows(refusal.abilities, undefined, MAX_OF_BOTH), ...agentChoices(refusal.agents)];
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

/**
 * What came of a command, at most 2,900 characters whose first line says it all; null for an outcome that is a view of
 * its own (a list, a card, a form).
 * @param by how a change is signed: by the one who asked, unless somebody else had asked for it.
 */
export function noticeOf(
  outcome: Outcome,
  requester: Requester,
  by = `by <@${requester.userId}> · ${time(requester.at)}`,
): string | null {
  switch (outcome.kind) {
    case 'toggled':
      return `${bold(outcome.name)} ${outcome.enabled ? 'enabled' : 'disabled'} ${by} · trigger words ${outcome.triggerWords}`;
    case 'unchanged':
      return `${bold(outcome.name)} was ${outcome.enabled ? 'enabled' : 'disabled'} already. Nothing changed.`;
    case 'toggled-several':
      return toggledSeveral(outcome, by, requester.ref);
    case 'triggers-saved':
      return wordsSaved(outcome, by);
    case 'triggers-unchanged':
      return [`${bold(outcome.name)} has these trigger words already. Nothing changed.`, ...told(outcome)].join('\n');
    case 'deleted':
      return `${bold(outcome.name)} (ID ${outcome.id}) deleted ${by}`;
    case 'still-there':
      return `${bold(outcome.name)} (ID ${outcome.id}) is still on the account, although the service took the call. Try again, or look in the dashboard. (ref ${requester.ref})`;
    case 'maybe-deleted':
      return `The service did not say whether ${bold(outcome.name)} (ID ${outcome.id}) is deleted. \`/abilities\` shows whether it is still there. (ref ${requester.ref})`;
    case 'gone-already':
      return `The Ability with ID ${outcome.id} was gone already. Nothing changed.`;
    case 'deleted-several':
      return deletedSeveral(outcome.results, by, requester.ref);
    case 'assigned':
      return assignedLine(outcome.result, by, requester.ref);
    case 'undone':
      return `Undone: ${noticeOf(outcome.of, requester) ?? ''}`;
    case 'export':
      return exportSentence(outcome.account);
    case 'starter':
      return starterSentence(outcome.name);
    case 'approval-asked':
      return approvalAskedSentence(outcome);
    case 'approved':
      return approvedSentence(
        outcome,
        noticeOf(outcome.of, requester, approvedBy(outcome.approval, requester)) ?? '',
        requester,
      );
    case 'declined':
      return declinedSentence(outcome, requester);
    case 'approval-over':
      return approvalOverSentence(outcome);
    case 'replacing':
      return `${bold(outcome.name)} is being replaced ${by}. The message of the upload tells how it goes.`;
    case 'upload-past':
      return `The upload that was to replace ${bold(outcome.name)} does not wait for that any more: it was decided otherwise, has ended, or asks anew. Nothing changed.`;
    case 'settings-saved':
      return settingsSavedSentence(outcome, by);
    case 'settings-unchanged':
      return 'The settings were so already. Nothing changed.';
    case 'connected':
      return `Connected with ${keyName(outcome.lastFour)} ${by}. ${typed('list')} shows what is on the account.`;
    case 'disconnected':
      return `Disconnected: ${keyName(outcome.lastFour)} is forgotten, ${by}. ${typed('connect')} connects an account.`;
    case 'refused':
      return withRef(refusalSentence(outcome.refusal), requester.ref);
    case 'trouble':
      return troubleSentence(outcome.error, outcome.effect, requester.ref);
    default:
      return null;
  }
}

/** What only asks back is no error. */
const withRef = (sentence: string, ref: string) => (sentence.endsWith(':') ? sentence : `${sentence} (ref ${ref})`);

function wordsSaved({ difference, name }: Extract<Outcome, { kind: 'triggers-saved' }>, by: string): string {
  const { added, after, removed } = difference;
  return [
    `Trigger words of ${bold(name)} saved ${by}`,
    `Added: ${wordsLine(added, 700)}. Removed: ${wordsLine(removed, 700)}.`,
    ...told(difference),
    `The service has ${countOf(after.length, 'word')} now: ${wordsLine(after, 700)}.`,
  ].join('\n');
}

/** What somebody else did meanwhile, when that is known. */
const told = ({ meanwhile }: { meanwhile?: WordsMeanwhile }) => (meanwhile ? [meanwhileLine(meanwhile)] : []);

function assignedLine({ agent, abilityNames, change, confirmed }: AssignmentResult, by: string, ref: string): string {
  const wanted = abilityNames.length === 0 ? 'none' : namesLine(abilityNames);
  if (confirmed === 'no') {
    return `The Abilities of ${bold(agent.name)} may not be saved. Wanted: ${wanted}. The service took the call, but does not show this list. Look in the dashboard before you rely on it. (ref ${ref})`;
  }
  const lines = [
    abilityNames.length === 0
      ? `All Abilities of ${bold(agent.name)} unassigned ${by}`
      : `Abilities of ${bold(agent.name)} saved ${by}: ${wanted}`,
  ];
  if (change) lines.push(`Added: ${namesLine(change.added)}. Removed: ${namesLine(change.removed)}.`);
  if (confirmed === 'unknown') {
    lines.push('The service accepted it; it offers no way to read the list back, so it is not confirmed.');
  }
  return lines.join('\n');
}
