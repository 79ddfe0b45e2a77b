import type { types } from '@slack/bolt';
import type { ByTag } from '../base/by-tag.ts';
import type { Requester } from '../core/access.ts';
import type { CatalogEntry } from '../core/catalog.ts';
import type { Clash } from '../core/clashes.ts';
import type { Command } from '../core/command.ts';
import type { UploadForm } from '../core/features/upload/upload.ts';
import type { Outcome, Refusal } from '../core/outcome.ts';
import type { AuditEnd } from '../store/audit-record.ts';
import type { Change, UndoableKind } from '../store/undo-record.ts';
import type { UploadContents } from '../store/upload-record.ts';
import type { SuggestedForm } from '../uploads/suggest-form.ts';
import type { MessageAnswer } from './blocks/kit.ts';
import type { SharedFile, SharedPlace } from './button-value.ts';
import type { ModalMetadata, Origin } from './modal-metadata.ts';
import type { Forms } from './payloads/form-values.ts';
import type { Repeat } from './request/repeat.ts';
import type { SlackRequest } from './request/request.ts';
import type { GlobalShortcut, Workspace } from './workspace.ts';

/** Everything that an outcome is drawn with. */
export interface DrawContext {
  requester: Requester;
  origin: Origin;
  /** A line about the latest change, shown with a view; null if only the view was requested. */
  notice: string | null;
  /** The button beside that line; if null, *Undo* where there is something to undo. */
  step: types.Button | null;
  /** The view that replaces the clicked message, such as the list after a change; the outcome becomes its notice. */
  redrawn: Outcome | null;
  /** The command line that redraws the view. */
  redraw: string | null;
  file: SharedFile | null;
  draft: UploadForm | null;
  /** The contents of the file, for the upload form; null if it hasn't been inspected. */
  inside: Inside | null;
  /** The change that the requester may undo; null for none. */
  undo: string | null;
  /** True if undoing that change is a redo, because it was itself an undo. */
  isRedo: boolean;
  /** True if the view has a button to share it in the channel. */
  canShare: boolean;
  /** The shared message that a private one came from; null for none. */
  shared: SharedPlace | null;
  /** A button that repeats the request after an error; null if no button can. */
  repeat: Repeat | null;
}

export type ViewContext = Pick<DrawContext, 'notice' | 'step' | 'undo' | 'isRedo' | 'redraw' | 'canShare' | 'shared'>;

/** The contents of a zip, or why it can't become an Ability. */
export type Inside =
  /** `clashes`: conflicts of the suggested trigger words with those of other Abilities. */
  | { ok: true; contents: UploadContents; suggested?: SuggestedForm; clashes?: readonly Clash[] }
  /** `final`: true if the zip itself is the reason, so that inspecting it again wouldn't help. */
  | {
      ok: false;
      sentence: string;
      final: boolean;
      /** True if it seems to contain an Ability nevertheless. */
      holdsMain?: boolean;
      /** The folders with Abilities, if there are several and none was selected. */
      folders?: readonly string[];
    };

/** Texts that other features define. Passed in, so that features don't depend on each other. */
export interface Wording {
  /** One line about an outcome; null for a view. The default signature is for everyone. */
  notice: (outcome: Outcome, requester: Requester, signature?: Signature) => string | null;
  /** A line about a change, without person and time. */
  change: (change: Change) => string;
  /** A line about a change, for the card of an Ability that it affected. */
  changeOnCard: (change: Change, entry: CatalogEntry) => string;
  entry: (verb: string) => EntryText;
  /** How an undo is worded in the audit log, after the person's name. Null if no kind of change recognizes it. */
  undoEntry: (names: string, ended: AuditEnd) => string | null;
  /** The next steps after the notice. */
  next: (outcome: Outcome, undo: types.Button | null) => types.KnownBlock[];
  /** One line about a refusal among several, without buttons. */
  refusalLine: (refusal: Refusal) => string;
  /** A reason that fits several refusals. */
  refusalReason: (refusal: Refusal) => string;
}

/** How a verb is worded in the audit log, after the person's name. `names`: the targets in bold; empty for none. */
export interface EntryText {
  /** `disabled *News*`. Default: `used *disable* on *News*`. */
  done?: (names: string, ended: AuditEnd, wording: Pick<Wording, 'undoEntry'>) => string;
  /** After “tried to”: `change *News*'s trigger words`. Default: the verb and the names. */
  attempt?: (names: string) => string;
  /** After “tried to”, if the entry has no target. */
  attemptAlone?: string;
  /** Set if the entry shows the values before and after, because they say more than the verb. */
  showsValues?: true;
}

/** How a change is signed, depending on the reader. */
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
 * A change that {@link SideEffects.announce} has announced, so that it isn't also announced in the thread of the shared
 * message.
 */
export interface Announced {
  /** The channel where it was announced; undefined for none. */
  announcedIn: string | undefined;
}

/** Side effects of an outcome. Only `prepare` may throw. */
interface SideEffects<O> {
  prepare?: (outcome: O, request: SlackRequest, workspace: Workspace) => Promise<Prepared<O>>;
  /** Notifies others after the requester has the answer. `notice` is empty for a form. */
  announce?: (
    outcome: O,
    context: { notice: string; request: SlackRequest; inside: Inside | null },
    workspace: Workspace,
  ) => Promise<Announced | undefined>;
  /** True if the notice with *Undo* says everything, so that an upload's receipt can show it instead of an answer. */
  fitsReceipt?: (outcome: O) => boolean;
  /** Sends a file, after all other messages. */
  deliver?: (outcome: O, request: SlackRequest, workspace: Workspace) => Promise<void>;
}

/** How one kind of outcome is drawn. With a form or a question, no other message is redrawn. */
export type Drawing<O> = SideEffects<O> &
  (
    | {
        form: (outcome: O, frame: DrawContext, wording: Wording) => types.ModalView;
        /** The outcome to show if the form can't be. Default: a message that nothing changed. */
        instead?: (outcome: O) => Outcome | null;
      }
    | { question: (outcome: O, frame: DrawContext) => MessageAnswer }
    | { view: (outcome: O, frame: DrawContext, wording: Wording) => MessageAnswer }
    | {
        /** At most 2,900 characters of mrkdwn. The first line must be understandable on its own. */
        notice: (outcome: O, context: NoticeContext) => string;
        /** Buttons for the next steps, including *Undo*. Default: *Undo* and the list of Abilities. */
        next?: (outcome: O, undo: types.Button | null, wording: Wording, repeat: Repeat | null) => types.KnownBlock[];
        /** The button beside the notice of a redrawn view, which has no room for all next steps. Default: *Undo*. */
        step?: (outcome: O, frame: Pick<DrawContext, 'redraw' | 'requester'>) => types.Button | null;
        /** Set for an error, which never replaces the clicked message. */
        isTrouble?: true;
        /**
         * Set if another message shows the outcome, so that there is no answer unless a wait notice has promised one.
         */
        isShownElsewhere?: true;
      }
  );

export type DrawnOutcome<K extends Outcome['kind']> = ByTag<Outcome, 'kind', K>;
export type Drawings<K extends Outcome['kind']> = { [Kind in K]: Drawing<DrawnOutcome<Kind>> };

export type RefusalOf<W extends Refusal['why']> = ByTag<Refusal, 'why', W>;

/** How one kind of refusal is worded. */
interface RefusalText<R> {
  sentence: (refusal: R, reader?: Signature['reader']) => string;
  /** One line about the refusal among several, without buttons. */
  line?: (refusal: R) => string;
  /** Why several requests were refused, without the details of any. */
  reason?: string;
  /** Buttons for the next steps. Default: the list and the help. `repeat`: null if no button can repeat the request. */
  next?: (refusal: R, repeat: Repeat | null) => types.KnownBlock[];
  /** Set to show the ref, because the operator may need it to find the details in the log. */
  hasRef?: true;
  /** Set if the reason is temporary, so that a refused planned command is retried. */
  passes?: true;
  /** Set if nobody is notified of a planned command that is refused for this reason. */
  isSilent?: true;
}
export type RefusalTexts<W extends Refusal['why']> = { [Why in W]: RefusalText<RefusalOf<Why>> };

/** How a recorded change is worded, without person and time. */
export interface ChangeWords<C> {
  /** `*News* enabled` */
  line: (change: C) => string;
  /** On the card of one of the change's Abilities: `enabled` */
  onCard: (change: C, entry: CatalogEntry) => string;
}

/** How the undo of a change is worded in the audit log. */
export interface UndoWords {
  /**
   * After the person's name: `restored *Nova*'s previous Abilities`. Null if the entry is the undo of another kind of
   * change. The entry doesn't contain the kind, so it has to be recognized by its targets and values.
   */
  undoEntry: (names: string, ended: AuditEnd) => string | null;
}

type ChangeLine<Kind extends Change['kind']> = ChangeWords<ByTag<Change, 'kind', Kind>> &
  (Kind extends UndoableKind ? UndoWords : unknown);
export type ChangeLines<K extends Change['kind']> = { [Kind in K]: ChangeLine<Kind> };

export const refusalTextOf = <W extends Refusal['why']>(texts: RefusalTexts<W>, why: W): RefusalText<RefusalOf<W>> =>
  texts[why];

/** Everything that a feature adds to the Slack layer. */
export interface SlackFeature {
  drawings?: Partial<Drawings<Outcome['kind']>>;
  refusals?: Partial<RefusalTexts<Refusal['why']>>;
  forms?: Partial<Forms<ModalMetadata['form']>>;
  lines?: Partial<ChangeLines<Change['kind']>>;
  /** By verb, or by the kind of an approval's subject. Absent verbs have the defaults; every kind has an entry. */
  entries?: Record<string, EntryText>;
  /** The commands behind Slack's global shortcuts. */
  shortcuts?: Partial<Record<GlobalShortcut, Command>>;
}
