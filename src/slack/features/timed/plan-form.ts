import type { types } from '@slack/bolt';
import type { SwitchVerb, TimedItem, TimedOutcome } from '../../../core/features/timed/timed.ts';
import { someNames } from '../../blocks/ability.ts';
import { bold, capital, section } from '../../blocks/kit.ts';
import { choiceInput, formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { Choice, errorsAt, type Forms, fieldOf } from '../../payloads/form-values.ts';
import { ofInstalled } from '../triggers.ts';
import { REVERSE } from './plan-words.ts';
import { noTime, readWhenFields, whenFields } from './when-fields.ts';

const WANTED = 'wanted';

type PlanForm = Extract<TimedOutcome, { kind: 'plan-form' }>;

/** `*News* is enabled now.` */
function stateWords(items: readonly TimedItem[]): string {
  const [first, ...others] = items;
  if (first && others.length === 0) return `${bold(first.name)} is ${first.enabled ? 'enabled' : 'disabled'} now.`;
  const enabled = items.filter((item) => item.enabled).length;
  return `${someNames(items)}: ${enabled} of ${items.length} enabled now.`;
}

/** Submitting shows the complete plan for confirmation before anything is saved. */
export function planModal({ change, items }: PlanForm, origin: Origin): types.ModalView {
  const [id, ...others] = items.map((item) => item.id);
  if (id === undefined) throw new Error('A plan has no Abilities.');
  const first: SwitchVerb = change?.wanted ?? (items.some(({ enabled }) => enabled) ? 'disable' : 'enable');
  const more = {
    ...(others.length > 0 ? { others } : {}),
    ...(change ? { planId: change.id, filledIn: change.when } : {}),
    ...(change?.at ? { filledAt: change.at.toISOString() } : {}),
  };
  return formModal({
    title: change ? 'Change a plan' : 'Plan a change',
    submit: 'Next',
    callbackId: 'plan',
    metadata: encodeMetadata({ form: 'plan', installedId: id, ...more, origin }),
    blocks: [
      section(stateWords(items)),
      choiceInput(WANTED, 'Change', first, [
        [first, capital(first)],
        [REVERSE[first], capital(REVERSE[first])],
      ]),
      ...whenFields({ isFirst: true, typed: change?.when }),
    ],
  });
}

export const planForms: Forms<'plan'> = {
  plan: {
    verb: 'disable',
    targets: ofInstalled,
    submit: ({ entry, metadata: { filledAt, filledIn, installedId, others = [], planId }, payload }, { context }) => {
      const { view } = payload;
      const wanted = fieldOf(Choice, view, WANTED, WANTED)?.selected_option?.value;
      const asked = { now: context.now(), requester: entry.requester };
      const read = readWhenFields(view, asked, filledIn === undefined ? undefined : { text: filledIn, at: filledAt });
      if (!read.ok) return errorsAt(read.errors);
      const { when } = read;
      if (!when || (wanted !== 'enable' && wanted !== 'disable')) return errorsAt(noTime());
      const targets = [installedId, ...others].map((id) => ({ by: 'installed', id }) as const);
      const insteadOf = planId === undefined ? {} : { insteadOf: planId };
      const command = { verb: 'timed', wanted, targets, when, confirmed: false, ...insteadOf } as const;
      return { command, staysOpen: true };
    },
  },
};
