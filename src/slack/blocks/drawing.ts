import type { types } from '@slack/bolt';
import type { Requester } from '../../core/access.ts';
import type { UploadForm } from '../../core/features/upload.ts';
import type { Outcome, Refusal } from '../../core/outcome.ts';
import type { Change } from '../../store/undo-record.ts';
import type { UploadContents } from '../../store/upload-record.ts';
import type { SharedFile, SharedPlace } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import type { SlackRequest } from '../request/request.ts';
import type { SharedMessage } from '../request/shared-changes.ts';
import type { Workspace } from '../workspace.ts';
import { actions, button } from './buttons.ts';
import type { MessageAnswer } from './kit.ts';

/** What surrounds an outcome when it is drawn. */
export interface Frame {
  requester: Requester;
  origin: Origin;
  /** What has just happened, drawn beside a view; null when the view was only asked for. */
  notice: string | null;
  /** Drawn in place of the clicked message, with the outcome as its notice: the list or card after a change. */
  redrawn: Outcome | null;
  /** The command line that draws it again. */
  redraw: string | null;
  file: SharedFile | null;
  draft: UploadForm | null;
  /** The contents of the file, for the form of an upload; null before anybody has looked. */
  inside: Inside | null;
  /** The ID of the change that the person may undo; null when there is none. */
  undo: string | null;
  /** Whether a view offers to be shown to everybody in the channel. */
  canShare: boolean;
  /** The message that everybody sees from which it was asked; null when there is none. */
  shared: SharedPlace | null;
}

/** For an answer that nothing else is drawn with. */
export const BARE_FRAME = {
  ...{ notice: null, redrawn: null, redraw: null, undo: null, canShare: false, shared: null },
  ...{ file: null, draft: null, inside: null },
} satisfies Partial<Frame>;

/** What a view shows besides itself. */
export type ViewFrame = Pick<Frame, 'notice' | 'undo' | 'redraw' | 'canShare'>;

/** The contents of a zip, or why it cannot become an Ability. */
export type Inside =
  | { ok: true; contents: UploadContents }
  /** `final`: it is about the zip, so looking again would find the same. */
  | { ok: false; sentence: string; final: boolean };

/** The words for what belongs to another feature: handed in, so that no feature has to know all others. */
export interface Say {
  /** One line about an outcome; null for one that is a view. `by` signs a change. */
  notice: (outcome: Outcome, requester: Requester, by?: string) => string | null;
  /** What can be done after that line. */
  next: (outcome: Outcome, undo: types.Button | null) => types.KnownBlock[];
  /** Why one of several was refused, where nobody can choose on the spot. */
  refusalLine: (refusal: Refusal) => string;
  /** Why several were refused for the same reason. */
  refusalReason: (refusal: Refusal) => string;
}

/** What a notice is written from. */
export interface Told {
  requester: Requester;
  /** Signs a change: `by <@U…> · <time>`. */
  by: string;
  say: Say;
}

/** What the pipeline needs before an outcome can be drawn. */
export interface Prepared<O> {
  outcome?: O;
  inside?: Inside | null;
  /** The message that everybody sees and that has to be drawn again. */
  shared?: SharedMessage | null;
}

/** A change that an {@link Aside.announce} has told already. */
export interface Announced {
  /** Not to be told in the thread of the shared message. */
  notInThread: true;
  /** The channel that knows it; undefined for none. */
  toldIn: string | undefined;
}

/** What an outcome needs besides its answer. None of these may throw, but for `prepare`. */
interface Aside<O> {
  prepare?: (outcome: O, request: SlackRequest, workspace: Workspace) => Promise<Prepared<O>>;
  /** Tells others, once the person has the answer. `notice` is empty for a form. */
  announce?: (
    outcome: O,
    told: { notice: string; request: SlackRequest; inside: Inside | null },
    workspace: Workspace,
  ) => Promise<Announced | undefined>;
  /** Sends a file, after everything else. */
  deliver?: (outcome: O, request: SlackRequest, workspace: Workspace) => Promise<void>;
}

/** How one kind of outcome looks. A question and a form stand alone: nothing is drawn again behind them. */
export type Drawing<O> = Aside<O> &
  (
    | { form: (outcome: O, frame: Frame, say: Say) => types.ModalView }
    | { question: (outcome: O, frame: Frame) => MessageAnswer }
    | { view: (outcome: O, frame: Frame) => MessageAnswer }
    | {
        /** At most 2,900 characters of mrkdwn, whose first line says it all. */
        notice: (outcome: O, told: Told) => string;
        /** What can be done next, beside Undo; the list of Abilities unless said. */
        next?: (outcome: O, undo: types.Button | null, say: Say) => types.KnownBlock[];
        /** The message that was clicked stays as it is. */
        isTrouble?: true;
      }
  );

type Member<U, Key extends string, K> = U extends Record<Key, unknown> ? (K extends U[Key] ? U : never) : never;

/** The outcome of one kind. */
export type DrawnOutcome<K extends Outcome['kind']> = Member<Outcome, 'kind', K>;
/** One row for each of these kinds. */
export type Drawings<K extends Outcome['kind']> = { [Kind in K]: Drawing<DrawnOutcome<Kind>> };

export type RefusalOf<W extends Refusal['why']> = Member<Refusal, 'why', W>;

/** How one kind of refusal is told: what happened, and what to do instead. */
export interface Telling<R> {
  sentence: (refusal: R) => string;
  /** As one line of several, where nobody can choose on the spot. */
  line?: (refusal: R) => string;
  /** Why several were refused, without what concerns only one of them. */
  reason?: string;
  /** What can be done next; the list and the help unless said. */
  next?: (refusal: R) => types.KnownBlock[];
}
export type Tellings<W extends Refusal['why']> = { [Why in W]: Telling<RefusalOf<Why>> };

/** One line about each kind of change, without who made it and when. */
export type ChangeLines<K extends Change['kind']> = {
  [Kind in K]: (change: Extract<Change, { kind: Kind }>) => string;
};

/**
 * The row of a refusal. TypeScript can't tell that the row of a reason takes the refusals with that reason, so this one
 * place says it.
 */
export const tellingOf = <W extends Refusal['why']>(tellings: Tellings<W>, refusal: RefusalOf<W>) =>
  tellings[refusal.why as W] as Telling<RefusalOf<W>>;

export const allAbilities = () => button('All Abilities', { do: 'list' });
export const listAndHelp = () => actions(allAbilities(), button('Help', { do: 'help' }));
