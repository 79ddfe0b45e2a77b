import { explainServiceError } from '../../core/explain-service-error.ts';
import type { DeletionResult, Effect, Outcome, ToggleResult } from '../../core/outcome.ts';
import { countAbilities } from './count-abilities.ts';
import { fitLines } from './fit-lines.ts';
import { refusalLine } from './sentences.ts';
import { bold, countOf, foreign } from './text.ts';

/** A section takes 3,000 characters; what somebody has to do something about comes first. */
const LINES_MOST = 2650;
/** So that fifty that worked fit. */
const NAME_MOST = 36;

/** What came of switching several: one line that sums it up, then one for each. */
export function toggledSeveral(
  { enabled, results }: Extract<Outcome, { kind: 'toggled-several' }>,
  by: string,
  ref: string,
): string {
  const state = enabled ? 'enabled' : 'disabled';
  const count = (kind: ToggleResult['kind']) => results.filter((result) => result.kind === kind).length;
  const [toggled, unchanged] = [count('toggled'), count('unchanged')];
  const unclear = results.filter((result) => result.kind === 'trouble' && result.effect === 'unknown').length;
  const not = results.length - toggled - unchanged - unclear;
  const summary = [
    `${toggled} of ${countAbilities(results.length)} ${state} ${by}.`,
    unchanged > 0 ? `${unchanged} ${unchanged === 1 ? 'was' : 'were'} ${state} already.` : '',
    not > 0 ? `${not} ${not === 1 ? 'was' : 'were'} not ${state}.` : '',
    unclear > 0 ? `${unclear} may be ${state} or not: look at \`/abilities\` before you try again.` : '',
    not + unclear > 0 ? `(ref ${ref})` : '',
  ];
  const sorted = [...results].sort((a, b) => TOGGLE_ORDER[a.kind] - TOGGLE_ORDER[b.kind]);
  return told(
    summary,
    sorted.map((result) => toggleLine(result, state)),
  );
}

const TOGGLE_ORDER: Record<ToggleResult['kind'], number> = {
  trouble: 0,
  refused: 1,
  'needs-trigger-words': 2,
  toggled: 3,
  unchanged: 4,
};

function toggleLine(result: ToggleResult, state: 'enabled' | 'disabled'): string {
  switch (result.kind) {
    case 'toggled':
      return `• ${bold(result.name, NAME_MOST)} ${state}`;
    case 'unchanged':
      return `• ${bold(result.name, NAME_MOST)} was ${state} already`;
    case 'needs-trigger-words':
      return `• ${bold(result.name, NAME_MOST)} not ${state}: it has no trigger words, and the service wants at least one`;
    case 'refused':
      return `• Not ${state}: ${refusalLine(result.refusal)}`;
    case 'trouble':
      return `• ${bold(result.name, NAME_MOST)} ${UNCLEAR[result.effect](state)}: ${foreign(explainServiceError(result.error), 300)}`;
  }
}

const UNCLEAR: Record<Effect, (state: string) => string> = {
  none: (state) => `not ${state}`,
  unknown: (state) => `may be ${state} or not`,
};

/** What came of deleting several, likewise. */
export function deletedSeveral(results: readonly DeletionResult[], by: string, ref: string): string {
  const count = (fate: DeletionResult['fate']) => results.filter((result) => result.fate === fate).length;
  const [deleted, gone] = [count('deleted'), count('gone-already')];
  const not = results.length - deleted - gone;
  const summary = [
    `${deleted} of ${countAbilities(results.length)} deleted ${by}.`,
    gone > 0 ? `${gone} ${gone === 1 ? 'was' : 'were'} gone already.` : '',
    not > 0
      ? `${countOf(not, 'deletion')} ${not === 1 ? 'is' : 'are'} not confirmed: look at \`/abilities\` before you try again. (ref ${ref})`
      : '',
  ];
  const sorted = [...results].sort((a, b) => DELETION_ORDER[a.fate] - DELETION_ORDER[b.fate]);
  return told(
    summary,
    sorted.map(
      ({ fate, id, name }) => `• ${name === null ? 'The Ability' : bold(name, NAME_MOST)} (ID ${id}) ${FATES[fate]}`,
    ),
  );
}

const DELETION_ORDER: Record<DeletionResult['fate'], number> = {
  'still-there': 0,
  unknown: 1,
  deleted: 2,
  'gone-already': 3,
};

const FATES: Record<DeletionResult['fate'], string> = {
  deleted: 'deleted',
  'still-there': 'is still on the account, although the service took the call',
  unknown: 'may be deleted or not: the service did not say',
  'gone-already': 'was gone already',
};

const told = (summary: readonly string[], lines: readonly string[]) =>
  [summary.filter((part) => part !== '').join(' '), fitLines(lines, LINES_MOST)].join('\n');
