import type { types } from '@slack/bolt';
import type { ByTag } from '../base/by-tag.ts';
import type { Requester } from '../core/access.ts';
import type { CatalogEntry } from '../core/catalog.ts';
import type { Clash } from '../core/clashes.ts';
import type { Command } from '../core/command.ts';
import type { UploadForm } from '../core/features/upload/upload.ts';
import type { Outcome, Refusal } from '../core/outcome.ts';
import type { AuditEnd } from '../store/audit-record.ts';
import type { Change } from '../store/undo-record.ts';
import type { UploadContents } from '../store/upload-record.ts';
import type { SuggestedForm } from '../uploads/suggest-form.ts';
import type { MessageAnswer } from './blocks/kit.ts';
import type { SharedFile, SharedPlace } from './button-value.ts';
import type { ModalMetadata, Origin } from './modal-metadata.ts';
import type { Forms } from './payloads/form-values.ts';
import type { Repeat } from './request/repeat.ts';
import type { SlackRequest } from './request/request.ts';
import type { GlobalShortcut, Workspace } from './workspace.ts';

/** Everything that is drawn with an outcome. */
export interface DrawContext {
  requester: Requester;
  origin: Origin;
  /** A line about the latest change, shown with a view; null if only the view was requested. */
  notice: string | null;
  /** The button beside that line; null for Undo, if there is one. */
  step: types.Button | null;
  /** The view that replaces the clicked message, such as the list after a change, with the outcome as its notice. */
  redrawn: Outcome | null;
  /** The command line that redraws it. */
  redraw: string | null;
  file: SharedFile | null;
  draft: UploadForm | null;
  /** The contents of the file, for the upload form; null if not inspected yet. */
  inside: Inside | null;
  /** The change that the person may undo; null for none. */
  undo: string | null;
  /** True if undoing it is a redo, because it was itself an undo. */
  isRedo: boolean;
  /** True if the view offers to share it in the channel. */
  canShare: boolean;
  /** The shared message that a private question or view came from; null for none. */
  shared: SharedPlace | null;
  /** Repeats the request after an error; null if no button can. */
  repeat: Repeat | null;
}

export type ViewContext = Pick<DrawContext, 'notice' | 'step' | 'undo' | 'isRedo' | 'redraw' | 'canShare' | 'shared'>;

/** The contents of a zip, or why it cannot become an Ability. */
export type Inside =
  /** `clashes`: of the suggested trigger words with other Abilities. */
  | { ok: true; contents: UploadContents; suggested?: SuggestedForm; clashes?: readonly Clash[] }
  /** `final`: the reason is in the zip, so another inspection would give the same result. */
  | {
      ok: false;
      sentence: string;
      final: boolean;
      /** True if it looks like an Ability nevertheless. */
      holdsMain?: boolean;
      /** The folders with Abilities, if there are several and none was chosen. */
      folders?: readonly string[];
    };

/** Texts of other features. Passed in, so that features do not depend on each other. */
export interface Wording {
  /** One line about an outcome; null for a view. Default: as everyone reads it. */
  notice: (outcome: Outcome, requester: Requester, signature?: Signature) => string | null;
  /** The change, without person and time. */
  change: (change: Change) => string;
  /** The same on the card of an Ability. */
  changeOnCard: (change: Change, entry: CatalogEntry) => string;
  entry: (verb: string) => EntryText;
  /** The next steps after that line. */
  next: (outcome: Outcome, undo: types.Button | null) => types.KnownBlock[];
  /** One line about a refusal among several, where the person cannot choose. */
  refusalLine: (refusal: Refusal) => string;
  /** The common reason of several refusals. */
  refusalReason: (refusal: Refusal) => string;
}

/** A verb in the audit log, after the person's name. `names`: of the targets, in bold; empty for none. */
export interface EntryText {
  /** `disabled *News*`. Default: `used *disable* on *News*`. */
  done?: (names: string, ended: AuditEnd) => string;
  /** After “tried to”: `change *News*'s trigger words`. Default: the verb and the names. */
  attempt?: (names: string) => string;
  /** The same without a target. */
  attemptAlone?: string;
  /** The values before and after say more than the verb. */
  showsValues?: true;
}

/** Who made a change, as its readers read it. */
export interface Signature {
  /** Signs a change: `by <@U…> · <time>`. */
  by: string;
  /** The only reader, who is addressed as “you”; null if others may read it too. */
  reader: string | null;
}

export interface NoticeContext extends Signature {
  requester: Requester;
  wording: Wording;
}

/** Data that the pipeline collects before it draws an outcome. */
interface Prepared<O> {
  outcome?: O;
  inside?: Inside | null;
}

/**
 * A change that {@link SideEffects.announce} has already announced. It is not announced again in the shared message's
 * thread.
 */
export interface Announced {
  /** The channel where it was announced; undefined for none. */
  announcedIn: string | undefined;
}

/** Side effects of an outcome. Only `prepare` may throw. */
interface SideEffects<O> {
  prepare?: (outcome: O, request: SlackRequest, workspace: Workspace) => Promise<Prepared<O>>;
  /** Notifies others after the person has the answer. `notice` is empty for a form. */
  announce?: (
    outcome: O,
    context: { notice: string; request: SlackRequest; inside: Inside | null },
    workspace: Workspace,
  ) => Promise<Announced | undefined>;
  /** True if its notice with Undo contains everything, so that an upload's receipt can show it instead of an answer. */
  fitsReceipt?: (outcome: O) => boolean;
  /** Sends a file, after everything else. */
  deliver?: (outcome: O, request: SlackRequest, workspace: Workspace) => Promise<void>;
}

/** The drawing of one kind of outcome. Nothing is redrawn with questions and forms. */
export type Drawing<O> = SideEffects<O> &
  (
    | { form: (outcome: O, frame: DrawContext, wording: Wording) => types.ModalView }
    | { question: (outcome: O, frame: DrawContext) => MessageAnswer }
    | { view: (outcome: O, frame: DrawContext, wording: Wording) => MessageAnswer }
    | {
        /** At most 2,900 characters of mrkdwn. The first line must be understandable on its own. */
        notice: (outcome: O, context: NoticeContext) => string;
        /** Next steps, including Undo; default: the list of Abilities. */
        next?: (outcome: O, undo: types.Button | null, wording: Wording, repeat: Repeat | null) => types.KnownBlock[];
        /** Beside the notice of a view that is drawn again, which has no room for all next steps. Default: Undo. */
        step?: (outcome: O) => types.Button | null;
        /** The clicked message stays as it is. */
        isTrouble?: true;
        /** Another message shows it, so there is no answer, unless a wait notice has promised one. */
        isShownElsewhere?: true;
      }
  );

export type DrawnOutcome<K extends Outcome['kind']> = ByTag<Outcome, 'kind', K>;
export type Drawings<K extends Outcome['kind']> = { [Kind in K]: Drawing<DrawnOutcome<Kind>> };

export type RefusalOf<W extends Refusal['why']> = ByTag<Refusal, 'why', W>;

/** The wording of one kind of refusal: the reason, and what to do instead. */
interface RefusalText<R> {
  sentence: (refusal: R) => string;
  /** The refusal as one line among several, where the person cannot choose. */
  line?: (refusal: R) => string;
  /** Why several were refused, without details of a single one. */
  reason?: string;
  /** Next steps; default: the list and the help. `repeat`: null if no button can repeat the request. */
  next?: (refusal: R, repeat: Repeat | null) => types.KnownBlock[];
  /** Set if the operator may have to look it up in the log. */
  hasRef?: true;
  /** A planned command is run again: the reason passes. */
  passes?: true;
  /** Nobody is told if a planned command is refused for it. */
  isSilent?: true;
}
export type RefusalTexts<W extends Refusal['why']> = { [Why in W]: RefusalText<RefusalOf<Why>> };

/** A recorded change in words, without person and time. */
export interface ChangeWords<C> {
  /** `*News* enabled` */
  line: (change: C) => string;
  /** The same on the card of one Ability that it is about: `enabled` */
  onCard: (change: C, entry: CatalogEntry) => string;
}
export type ChangeLines<K extends Change['kind']> = { [Kind in K]: ChangeWords<ByTag<Change, 'kind', Kind>> };

/** The row of a refusal. */
export const refusalTextOf = <W extends Refusal['why']>(texts: RefusalTexts<W>, why: W): RefusalText<RefusalOf<W>> =>
  texts[why];

/** Everything that one feature adds to the Slack side. */
export interface SlackFeature {
  drawings?: Partial<Drawings<Outcome['kind']>>;
  refusals?: Partial<RefusalTexts<Refusal['why']>>;
  forms?: Partial<Forms<ModalMetadata['form']>>;
  lines?: Partial<ChangeLines<Change['kind']>>;
  /** By verb. A verb without a row has the defaults. */
  entries?: Record<string, EntryText>;
  /** The commands behind Slack's global shortcuts. */
  shortcuts?: Partial<Record<GlobalShortcut, Command>>;
}
