import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { findClashesOfEnabled } from '../../core/clashes.ts';
import { explainServiceError } from '../../core/explain-service-error.ts';
import type { ToggleResult } from '../../core/features/toggle/toggle.ts';
import { readLastSwitch } from '../../core/last-switch.ts';
import type { Effect, Outcome } from '../../core/outcome.ts';
import { formatAbilityRef } from '../../core/references.ts';
import { isUndo } from '../../store/undo-record.ts';
import { countAbilities, someNames } from '../blocks/ability.ts';
import { actions, allAbilities, button } from '../blocks/buttons.ts';
import { bold, capital, clip, day, foreign, section } from '../blocks/kit.ts';
import { byWhom } from '../blocks/mentions.ts';
import { formModal, whileTyping } from '../blocks/modals.ts';
import { always, named, type OneResult, repeatButton, resultsOf, short } from '../blocks/results.ts';
import type { DrawnOutcome, SlackFeature, Wording } from '../feature.ts';
import { encodeMetadata, type ModalMetadata, type Origin } from '../modal-metadata.ts';
import { type Changed, errorsAt } from '../payloads/form-values.ts';
import type { Workspace } from '../workspace.ts';
import { clashBlocks, clashLines } from './check.ts';
import { likelyButtons } from './show/finding.ts';
import { switchEntry } from './timed/entries.ts';
import { findTypedClashes, ofInstalled, readTriggerWords, triggerWordsInput, withClashes } from './triggers.ts';

/** The service can't enable or disable an Ability without trigger words (service interface, "Limits"). */
function triggerWordsModal(
  row: InstalledAbility,
  wanted: 'enable' | 'disable',
  redraw: string | null,
  origin: Origin,
): types.ModalView {
  const input = triggerWordsInput(clip(row.name, 40));
  const metadata = encodeMetadata({ form: 'trigger-words', installedId: row.id, wanted, redraw, origin });
  return wordsForm(wanted, metadata, [
    section(`An Ability needs at least one trigger word before it can be ${wanted}d.`),
    wanted === 'enable' ? whileTyping(input) : input,
  ]);
}

const wordsForm = (wanted: 'enable' | 'disable', metadata: string, blocks: types.KnownBlock[]): types.ModalView =>
  formModal({
    title: 'Trigger words',
    submit: wanted === 'enable' ? 'Enable' : 'Disable',
    callbackId: 'trigger-words',
    metadata,
    blocks,
  });

/** Warns of clashes while someone types. Redraws of a form run one at a time. */
async function redrawWordsForm(
  typing: Changed<Extract<ModalMetadata, { form: 'trigger-words' }>>,
  { context, outbound }: Pick<Workspace, 'context' | 'outbound'>,
): Promise<void> {
  const { installedId, wanted } = typing.metadata;
  const { view } = typing;
  if (wanted !== 'enable') return;
  return context.locks.inOrder(`view:${view.id}`, async () => {
    const { typingHints } = context.deadlines;
    const clashes = await findTypedClashes(typing, wanted, { ownId: installedId }, context, typingHints);
    const blocks = withClashes(view, clashBlocks(clashes));
    await outbound.updateModal(view.id, wordsForm(wanted, view.private_metadata, blocks), typing.isSubmitted);
  });
}

/** The result for several Abilities: a summary, then one line for each, or for all that share a reason. */
function toggledSeveral(
  { enabled, results }: Extract<Outcome, { kind: 'toggled-several' }>,
  by: string,
  ref: string,
  wording: Wording,
): string {
  const state = enabled ? 'enabled' : 'disabled';
  const count = (kind: ToggleResult['kind']) => results.filter((result) => result.kind === kind).length;
  const [toggled, unchanged] = [count('toggled'), count('unchanged')];
  const unclear = results.filter((result) => result.kind === 'trouble' && result.effect === 'unknown').length;
  const not = results.length - toggled - unchanged - unclear;
  const summary = [
    `${toggled} of ${countAbilities(results.length)} ${state} ${by}.`,
    unchanged > 0 ? `${unchanged} already ${state}.` : '',
    not > 0 ? `${not} not ${state}.` : '',
    unclear > 0 ? `${unclear} not confirmed: check \`/abilities\` before you try again.` : '',
    not + unclear > 0 ? `(ref ${ref})` : '',
  ];
  const sorted = [...results].sort((a, b) => TOGGLE_ORDER[a.kind] - TOGGLE_ORDER[b.kind]);
  return resultsOf(
    summary,
    sorted.map((result) => toggleResult(result, state, wording)),
  );
}

/** Failures come first. */
export const TOGGLE_ORDER: Record<ToggleResult['kind'], number> = {
  trouble: 0,
  refused: 1,
  'needs-trigger-words': 2,
  toggled: 3,
  unchanged: 4,
};

/** The result for one of several Abilities. @param state the requested state. */
export function toggleResult(result: ToggleResult, state: 'enabled' | 'disabled', wording: Wording): OneResult {
  const not = `Not ${state}`;
  switch (result.kind) {
    case 'toggled':
      return { ...named(result.name), line: `• ${short(result.name)} ${state}`, lead: capital(state), reason: null };
    case 'unchanged': {
      const was = `already ${state}`;
      return { ...named(result.name), line: `• ${short(result.name)} ${was}`, lead: capital(was), reason: null };
    }
    case 'needs-trigger-words': {
      const line = `• ${short(result.name)} not ${state}: it has no trigger words`;
      return { ...named(result.name), line, lead: not, reason: always('Add trigger words first.') };
    }
    case 'refused': {
      const reason = always(wording.refusalReason(result.refusal));
      return { ...named(result.asked), line: `• ${not}: ${wording.refusalLine(result.refusal)}`, lead: not, reason };
    }
    case 'trouble': {
      const { effect, error, name } = result;
      const sentence = explainServiceError(error);
      return {
        ...named(name),
        line: `• ${short(name)} ${UNCLEAR[effect](state)}: ${foreign(sentence, 300)}`,
        lead: capital(UNCLEAR[effect](state)),
        reason: {
          // The sentences of other errors may contain the Ability's name, so they would never be equal.
          key: error.kind === 'unavailable' ? sentence : error.kind,
          sentenceIn: (max) => foreign(sentence, max),
        },
      };
    }
  }
}

const UNCLEAR: Record<Effect, (state: string) => string> = {
  none: (state) => `not ${state}`,
  unknown: (state) => `not confirmed as ${state}`,
};

const afterToggle = ({ id }: { id: InstalledAbilityId }, undo: types.Button | null) =>
  actions(undo, button('Show', { do: `show installed:${id}` }), allAbilities());

const MAX_ASKED = 3;

/** Buttons that open the trigger words form, one for each Ability without any. */
function wordsButtons({ enabled, results }: DrawnOutcome<'toggled-several'>): types.Button[] {
  const verb = enabled ? 'enable' : 'disable';
  return results
    .filter((result): result is Extract<ToggleResult, { kind: 'needs-trigger-words' }> => {
      return result.kind === 'needs-trigger-words';
    })
    .slice(0, MAX_ASKED)
    .map(({ id, name }) =>
      button(
        `Add trigger words to ${clip(name, 40)}…`,
        { do: `${verb} installed:${id}`, asks: true },
        `Add trigger words to ${name}`,
      ),
    );
}

/** Retries only the Abilities that failed because of the service; the others would be refused again. */
function tryAgain({ enabled, results }: DrawnOutcome<'toggled-several'>): types.Button | null {
  const refs = results.flatMap((result) =>
    result.kind === 'trouble' ? [formatAbilityRef({ by: 'installed', id: result.id })] : [],
  );
  return repeatButton(
    'Try again',
    enabled ? 'enable' : 'disable',
    refs,
    `Try again for ${countAbilities(refs.length)}`,
  );
}

/** One button for each name that is similar to a name that wasn't found. */
function meantButtons({ enabled, results }: DrawnOutcome<'toggled-several'>): types.Button[] {
  const wanted = { verb: enabled ? 'enable' : 'disable' } as const;
  const names = results.flatMap((result) =>
    result.kind === 'refused' && result.refusal.why === 'no-such-ability' ? result.refusal.suggestions : [],
  );
  return likelyButtons([...new Set(names)], wanted);
}

export const toggleFeature = {
  drawings: {
    toggled: {
      prepare: async (outcome, _, { context }) => {
        const { enabled, id, words } = outcome;
        if (!enabled || !words) return {};
        return { outcome: { ...outcome, clashes: await findClashesOfEnabled({ id, words }, context) } };
      },
      notice: ({ clashes = [], enabled, name }, { by }) =>
        [`${bold(name)} ${enabled ? 'enabled' : 'disabled'} ${by}`, ...clashLines(clashes)].join('\n'),
      next: afterToggle,
    },
    unchanged: {
      prepare: async (outcome, _, { context }) => ({
        outcome: { ...outcome, since: (await readLastSwitch(outcome, context)) ?? undefined },
      }),
      notice: ({ enabled, name, since }, { reader }) => {
        const by = since ? ` ${byWhom(since.userId, reader)} · ${day(since.at)}` : '';
        return `${bold(name)} was already ${enabled ? 'enabled' : 'disabled'}${by}.`;
      },
      next: afterToggle,
    },
    'toggled-several': {
      notice: (outcome, { by, requester, wording }) => toggledSeveral(outcome, by, requester.ref, wording),
      next: (outcome, undo) => [
        ...actions(tryAgain(outcome), undo, allAbilities()),
        ...actions(...wordsButtons(outcome), ...meantButtons(outcome)),
      ],
    },
    'needs-trigger-words': {
      form: ({ row, wanted }, { origin, redraw }) => triggerWordsModal(row, wanted, redraw, origin),
    },
  },
  forms: {
    'trigger-words': {
      verb: ({ wanted }) => wanted,
      targets: ofInstalled,
      submit: ({ metadata: { installedId, redraw, wanted }, payload }) => {
        const words = readTriggerWords(payload.view);
        if (!words.ok) return errorsAt(words.errors);
        const targets = [{ by: 'installed', id: installedId } as const];
        return { command: { verb: wanted, targets, triggerWords: words.value }, more: { redraw } };
      },
      redraw: { draw: redrawWordsForm },
    },
  },
  lines: {
    toggled: {
      line: (change) => {
        const { endsQuiet, items } = change;
        const state = items[0]?.enabled ? 'enabled' : 'disabled';
        return `${endsQuiet ? 'Quiet ended: ' : ''}${someNames(items)} ${state}${isUndo(change) ? ' again' : ''}`;
      },
      onCard: ({ items }, { installed }) =>
        items.find(({ id }) => id === installed?.id)?.enabled ? 'enabled' : 'disabled',
      // The Abilities of an Agent may have these names.
      undoEntry: (names, { after, targets }) =>
        (after === 'enabled' || after === 'disabled') && !targets.some(({ kind }) => kind === 'agent')
          ? `${after} ${names} again`
          : null,
    },
  },
  entries: { enable: switchEntry('enable'), disable: switchEntry('disable') },
} satisfies SlackFeature;
