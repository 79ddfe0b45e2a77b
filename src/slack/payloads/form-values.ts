import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { ByTag } from '../../base/by-tag.ts';
import type { Requester } from '../../core/access.ts';
import type { Command } from '../../core/command.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import { FileName } from '../files/file-name.ts';
import type { ModalMetadata } from '../modal-metadata.ts';
import type { AuditEntry } from '../request/audit.ts';
import type { SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import type { ShownView, SubmissionPayload, View } from './payloads.ts';

/** Error messages of a form, by the ID of the block that shows them. */
export type FieldErrors = Record<string, string>;

export type Read<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors };

const Text = z.object({ value: z.string().nullish() });

export const Choice = z.object({ selected_option: z.object({ value: z.string() }).nullish() });

export const Choices = z.object({ selected_options: z.array(z.object({ value: z.string() })).nullish() });

const Files = z.object({
  files: z
    .array(
      z.object({
        id: z.string().regex(/^F[A-Z0-9]+$/),
        name: FileName.transform((name) => name ?? 'package.zip'),
        size: z.number().nullish(),
      }),
    )
    .nullish(),
});

export type FormFile = NonNullable<z.infer<typeof Files>['files']>[number];

export const fieldOf = <T extends z.ZodType>(
  schema: T,
  view: View,
  block: string,
  action: string,
): z.infer<T> | null => {
  const parsed = schema.safeParse(view.state.values[block]?.[action]);
  return parsed.success ? parsed.data : null;
};

/** In Unicode's composed form, like the names in the service, so that both compare equal. */
export const textOf = (view: View, block: string) =>
  (fieldOf(Text, view, block, block)?.value ?? '').trim().normalize('NFC');

export const fileOf = (view: View, block: string): FormFile | null =>
  fieldOf(Files, view, block, block)?.files?.[0] ?? null;

/** The possible replies to a submitted form; without one, the form closes. */
export type FormReply =
  | { response_action: 'errors'; errors: FieldErrors }
  | { response_action: 'update'; view: types.ModalView };

/** The result of a submitted form: the reply in the ack, within 3 seconds, and the work after it. */
export interface Submitted {
  reply: FormReply | undefined;
  work?: () => Promise<void>;
}

/** A submitted form. */
interface Sent<M> {
  payload: SubmissionPayload;
  metadata: M;
  entry: AuditEntry;
}

/** For a form that shows the result of its command. The command then runs before the ack. */
export interface InForm {
  /** `isAnswered`: true if the result is also sent as a message, after the ack. */
  show: (outcome: Outcome) => { reply: FormReply | undefined; isAnswered?: true };
  /** The reply after a refusal or an error. Nothing changed. */
  fault: (ref: string) => Submitted;
}

/**
 * What a submitted form requests: a command, with additional fields for the request; or a direct reply. With `inForm`,
 * the form shows the command's result.
 */
export type Asked = CommandOfForm | Submitted;

interface CommandOfForm {
  command: Command;
  more?: Partial<SlackRequest>;
  inForm?: InForm;
  /** Set if the answer replaces the form, regardless of where that was opened. */
  staysOpen?: true;
}

/** An open form in which a field was changed or a button clicked. */
export interface Changed<M> {
  metadata: M;
  view: ShownView;
  /** The value of the clicked button, or of a menu's selected option; null for other fields. */
  picked: string | null;
  identify: () => Promise<Requester>;
  sentenceOf: (outcome: Outcome, requester: Requester) => string;
  /** True if the form has been submitted since, so that its answer must not be overwritten. */
  isSubmitted: () => boolean;
}

/** How an open form reacts to changes in it. */
interface FormRedraw<M> {
  /** The action ID of the button that redraws the form; absent if each changed field does. */
  button?: string;
  /** True if this particular form is redrawn. Default: all are. */
  isMeant?: (metadata: M) => boolean;
  draw: (changed: Changed<M>, workspace: Workspace) => Promise<void>;
}

export interface Form<M> {
  /** The verb that determines the required role, and that is audited. */
  verb: string | ((metadata: M) => string);
  targets?: (metadata: M) => AuditTarget[];
  /** Runs before the ack, so calls to the service need a deadline. */
  submit: (sent: Sent<M>, workspace: Workspace) => Asked | Promise<Asked>;
  /** Absent if the form never changes before it is submitted. */
  redraw?: FormRedraw<M>;
  /**
   * Set if the form may be submitted after another account was connected: it has no IDs of the account, its record
   * names its account, or it explains the problem in a field.
   */
  isOfAnyAccount?: true;
}
type MetadataOf<K extends ModalMetadata['form']> = ByTag<ModalMetadata, 'form', K>;
export type Forms<K extends ModalMetadata['form']> = { [Kind in K]: Form<MetadataOf<Kind>> };

/** Closes the form. */
export const CLOSED: Submitted = { reply: undefined };

/** Shows another view in place of the form. */
export const instead = (view: types.ModalView): Submitted => ({ reply: { response_action: 'update', view } });

/** Shows error messages at fields of the form, which stays open. */
export const errorsAt = (errors: FieldErrors): Submitted => ({ reply: { response_action: 'errors', errors } });
