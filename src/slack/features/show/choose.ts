import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../../core/catalog.ts';
import { findOverlapsOfChosen, type NewOverlap } from '../../../core/clashes.ts';
import type { Command } from '../../../core/command.ts';
import type { ChoosingVerb } from '../../../core/features/show.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import { type AbilityRef, formatAbilityRef, MAX_AT_ONCE, parseAbilityRef } from '../../../core/references.ts';
import { plain } from '../../blocks/kit.ts';
import { formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type ModalMetadata, type Origin } from '../../modal-metadata.ts';
import { type Changed, Choice, Choices, errorsAt, type Forms, fieldOf } from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';
import type { Workspace } from '../../workspace.ts';
import { overlapBlocks } from '../check.ts';
import { readWhenFields, whenFields } from '../timed/when-fields.ts';

/** The field's block ID and action ID. Its state has `selected_options`, or a single `selected_option`. */
export const CHOOSE_FIELD = { block: 'chosen', action: 'chosen' } as const;

interface Words {
  title: string;
  submit: string;
}

const WORDS: Record<ChoosingVerb, Words> = {
  show: {
    title: 'Show an Ability',
    submit: 'Show',
  },
  versions: {
    title: 'Versions',
    submit: 'Show',
  },
  triggers: {
    title: 'Trigger words',
    submit: 'Edit',
  },
  enable: {
    title: 'Enable Abilities',
    submit: 'Enable',
  },
  disable: {
    title: 'Disable Abilities',
    submit: 'Disable',
  },
  delete: {
    title: 'Delete Abilities',
    submit: 'Review',
  },
};

const canBeLater = (wanted: ChoosingVerb): wanted is 'enable' | 'disable' =>
  wanted === 'enable' || wanted === 'disable';

const takesOne = (wanted: ChoosingVerb) => wanted === 'show' || wanted === 'versions' || wanted === 'triggers';

/** Hints for verbs that don't offer all Abilities. */
const OFFERED: Partial<Record<ChoosingVerb, string>> = {
  enable: 'Lists only disabled Abilities. ',
  disable: 'Lists only enabled Abilities. ',
};

const isInstalled = ({ installed, state }: CatalogEntry) => installed !== null && state !== 'orphan';

/** Selects the Abilities that the form offers for a verb. */
export const CAN_BE: Record<ChoosingVerb, (entry: CatalogEntry) => boolean> = {
  show: () => true,
  versions: ({ ability }) => ability !== null,
  triggers: isInstalled,
  enable: ({ state }) => state === 'disabled',
  disable: ({ state }) => state === 'enabled',
  delete: ({ ability }) => ability !== null,
};

/** Null for a verb that takes only one Ability. */
const hintOf = (wanted: ChoosingVerb): string | null =>
  takesOne(wanted) ? null : `${OFFERED[wanted] ?? ''}Choose up to ${MAX_AT_ONCE}.`;

/**
 * Selects Abilities for a verb that was entered without a name.
 * @param overlaps those that enabling the selected Abilities would cause; null before anything is selected.
 * @param above other ways to choose.
 */
export function chooseModal(
  wanted: ChoosingVerb,
  origin: Origin,
  overlaps: readonly NewOverlap[] | null = null,
  above: readonly types.KnownBlock[] = [],
): types.ModalView {
  const { submit, title } = WORDS[wanted];
  const hint = hintOf(wanted);
  const search = {
    action_id: CHOOSE_FIELD.action,
    min_query_length: 0,
    placeholder: plain('Type to search'),
    // After a redraw, it would take the focus from another field; with rows above, the view would scroll past them.
    focus_on_load: overlaps === null && above.length === 0 ? true : undefined,
  };
  return formModal({
    title,
    submit,
    callbackId: 'choose',
    metadata: encodeMetadata({ form: 'choose', wanted, origin }),
    blocks: [
      ...above,
      {
        type: 'input',
        block_id: CHOOSE_FIELD.block,
        dispatch_action: wanted === 'enable' ? true : undefined,
        label: plain(takesOne(wanted) ? 'Ability' : 'Abilities'),
        ...(hint === null ? {} : { hint: plain(hint) }),
        element: takesOne(wanted)
          ? { type: 'external_select', ...search }
          : { type: 'multi_external_select', ...search, max_selected_items: MAX_AT_ONCE },
      },
      ...overlapBlocks(overlaps ?? []),
      ...(canBeLater(wanted) ? whenFields({ hint: 'To make the change now, leave both times empty. ' }) : []),
    ],
  });
}

export function readChosen(view: View): AbilityRef[] {
  const { action, block } = CHOOSE_FIELD;
  const several = fieldOf(Choices, view, block, action)?.selected_options ?? [];
  const one = fieldOf(Choice, view, block, action)?.selected_option;
  const refs = [...several, ...(one ? [one] : [])].map(({ value }) => parseAbilityRef(value));
  // The form offers only IDs, never names.
  return refs.filter(({ by }) => by !== 'name');
}

const COMMANDS: Record<ChoosingVerb, (first: AbilityRef, chosen: AbilityRef[]) => Command> = {
  show: (target) => ({ verb: 'show', target }),
  versions: (target) => ({ verb: 'versions', target }),
  triggers: (target) => ({ verb: 'edit-triggers', target }),
  enable: (_, targets) => ({ verb: 'enable', targets }),
  disable: (_, targets) => ({ verb: 'disable', targets }),
  delete: (_, targets) => ({ verb: 'delete', targets, confirmed: false, inForm: true }),
};

export const commandOfChosen = (then: ChoosingVerb, first: AbilityRef, chosen: AbilityRef[]): Command =>
  COMMANDS[then](first, chosen);

/** The command line that a user could type instead. */
export const lineOfChosen = (then: ChoosingVerb, chosen: readonly AbilityRef[]): string =>
  `${then} ${chosen.map(formatAbilityRef).join(', ')}${then === 'triggers' ? ' edit:' : ''}`;

/** Warns of overlaps before the selected Abilities are enabled. Redraws of a form run one at a time. */
async function redrawChooseModal(
  { identify, isSubmitted, metadata: { origin, wanted }, view }: Changed<Extract<ModalMetadata, { form: 'choose' }>>,
  { context, outbound }: Pick<Workspace, 'context' | 'outbound'>,
): Promise<void> {
  return context.locks.inOrder(`view:${view.id}`, async () => {
    // The person may have lost the role since the form was opened, and the warning names other Abilities.
    if (refuseVerb(wanted, await identify()) !== null) return;
    const overlaps = await findOverlapsOfChosen(readChosen(view), context, context.deadlines.typingHints);
    await outbound.updateModal(view.id, chooseModal(wanted, origin, overlaps), isSubmitted);
  });
}

export const chooseForms: Forms<'choose'> = {
  choose: {
    verb: ({ wanted }) => wanted,
    submit: ({ entry, metadata: { wanted }, payload }, { context }) => {
      const chosen = readChosen(payload.view);
      const [first] = chosen;
      if (!first) return errorsAt({ [CHOOSE_FIELD.block]: 'Choose an Ability.' });
      if (canBeLater(wanted)) {
        const read = readWhenFields(payload.view, { now: context.now(), requester: entry.requester });
        if (!read.ok) return errorsAt(read.errors);
        const { when } = read;
        if (when)
          return { command: { verb: 'timed', wanted, targets: chosen, when, confirmed: false }, staysOpen: true };
      }
      return { command: commandOfChosen(wanted, first, chosen), more: { line: lineOfChosen(wanted, chosen) } };
    },
    redraw: { isMeant: ({ wanted }) => wanted === 'enable', draw: redrawChooseModal },
  },
};
