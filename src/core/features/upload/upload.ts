import type { Change } from '../../../store/undo-record.ts';
import { done, unchanged } from '../../audit-result.ts';
import { explainsByName } from '../../change.ts';
import { type Feature, SHOWS } from '../../feature.ts';
import { withoutArgument } from '../../verb.ts';
import { type ChooseCommand, type ChooseOutcome, chooseCommands, chooseOutcomes, uploadTarget } from './choose.ts';
import { type OfferCommand, type OfferOutcome, offerCommands, offerOutcomes } from './offer.ts';
import {
  type SendChangesCommand,
  type SendChangesOutcome,
  sendChangesCommands,
  sendChangesOutcomes,
} from './send-changes.ts';
import { type SubmitCommand, type SubmitOutcome, submitCommands, submitOutcomes } from './submit.ts';

export type { UploadForm } from '../../../store/upload-record.ts';

export type UploadCommand = { verb: 'upload' } | ChooseCommand | OfferCommand | SendChangesCommand | SubmitCommand;

export type UploadOutcome =
  | { kind: 'upload-form' }
  /** The upload has received the decision, and shows the result in its own message. */
  | { kind: 'replacing' | 'updating'; uploadId: string; name: string }
  /** The upload no longer accepts the decision. */
  | { kind: 'upload-past'; uploadId: string; name: string }
  | ChooseOutcome
  | OfferOutcome
  | SendChangesOutcome
  | SubmitOutcome;

/** The person or the workspace has too many unfinished uploads. */
export type UploadRefusal = { why: 'too-many-uploads'; of: 'person' | 'workspace'; max: number };

type Uploaded = Extract<Change, { kind: 'uploaded' }>;

export const uploadFeature: Feature<UploadCommand, UploadOutcome, Uploaded> = {
  verbs: {
    upload: {
      group: 'Upload',
      role: 'editor',
      action: 'upload Abilities',
      toReplace: { role: 'admin', action: 'replace Abilities' },
      argument: '',
      summary:
        "Upload an Ability as a zip of one folder with main.py in it. You can also drop the zip in any channel I'm in.",
      examples: ['upload'],
      homeLabel: null,
      tryLine: 'upload',
      read: withoutArgument({ verb: 'upload' }),
    },
  },
  commands: {
    upload: {
      changes: false,
      ofAnyAccount: true,
      form: 'at-once',
      run: () => ({ kind: 'upload-form' }),
    },
    ...chooseCommands,
    ...offerCommands,
    ...sendChangesCommands,
    ...submitCommands,
  },
  outcomes: {
    'upload-form': SHOWS,
    replacing: { audit: (outcome) => done([uploadTarget(outcome)]), change: null },
    updating: { audit: (outcome) => done([uploadTarget(outcome)]), change: null },
    'upload-past': {
      audit: (outcome) => ({
        ...unchanged([uploadTarget(outcome)]),
        why: 'the upload was no longer waiting for a decision',
      }),
      change: null,
    },
    ...chooseOutcomes,
    ...offerOutcomes,
    ...sendChangesOutcomes,
    ...submitOutcomes,
  },
  records: {
    uploaded: {
      name: ({ name }) => name,
      things: () => [],
      // It adds the Ability to the Agent's list, which may be unknown.
      agentList: () => null,
      undo: null,
      // The upload worker itself compares the account.
      compare: null,
      abilities: ({ replaced }) => (replaced === undefined ? [] : [replaced]),
      isAbout: ({ abilityId }, { ability }) => ability?.id === abilityId,
      isTemporary: false,
      explains: ({ abilityId, name, replaced = abilityId }, one, earlierList) =>
        explainsByName({ id: replaced, name }, one, earlierList),
      replay: ({ abilityId, how, name, replaced }, account) => {
        // An update in place changes nothing in the lists.
        if (how === 'update') return;
        if (replaced !== undefined) account.delete(replaced, name);
        else if (how === 'replace') account.deleteNamesakes(name);
        account.add(abilityId, name);
      },
    },
  },
};
