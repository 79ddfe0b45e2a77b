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

/** Errors of a form by the block where they are shown. */
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

/** Composed, as the service keeps names: a name is found again only in the same form. */
export const textOf = (view: View, block: string) =>
  (fieldOf(Text, view, block, block)?.value ?? '').trim().normalize('NFC');

export const fileOf = (view: View, block: string): FormFile | null =>
  fieldOf(Files, view, block, block)?.files?.[0] ?? null;

/** The possible answers to a submitted form that is not simply closed. */
export type FormReply =
  | { response_action: 'errors'; errors: FieldErrors }
  | { response_action: 'update'; view: types.ModalView };

/** The result of a submitted form: an answer within 3 seconds, and the work after it. */
export interface Submitted {
  reply: FormReply | undefined;
  work?: () => Promise<void>;
}

/** A form that somebody sent. */
interface Sent<M> {
  payload: SubmissionPayload;
  metadata: M;
  entry: AuditEntry;
}

/** For a form that shows the result of its command itself. The command then runs before the ack. */
export interface InForm {
  /** `isAnswered`: a message follows too, after the ack. */
  show: (outcome: Outcome) => { reply: FormReply | undefined; isAnswered?: true };
  /** After an error, or a refusal. Nothing changed. */
  fault: (ref: string) => Submitted;
}

/** A form's request: a command to run, with additional data, after the ack or in the form; or a direct answer. */
export type Asked = CommandOfForm | Submitted;

interface CommandOfForm {
  command: Command;
  more?: Partial<SlackRequest>;
  inForm?: InForm;
  /** The answer replaces the form, wherever it was opened. */
  staysOpen?: true;
}

/** An open form in which somebody has just changed a field, or clicked a button. */
export interface Changed<M> {
  metadata: M;
  view: ShownView;
  /** The value of the clicked button, or of the selected option of a menu; null for another field. */
  picked: string | null;
  identify: () => Promise<Requester>;
  sentenceOf: (outcome: Outcome, requester: Requester) => string;
  /** Whether the form has been submitted since. Its answer must not be replaced. */
  isSubmitted: () => boolean;
}

/** How an open form follows what somebody does in it. */
interface FormRedraw<M> {
  /** The action ID of the button that redraws it; absent if every change of a field does. */
  button?: string;
  /** Whether this one does; absent if every form of its name does. */
  isMeant?: (metadata: M) => boolean;
  draw: (changed: Changed<M>, workspace: Workspace) => Promise<void>;
}

/** One form of the bot. */
export interface Form<M> {
  /** The verb that determines the role, and under which it is audited. */
  verb: string | ((metadata: M) => string);
  targets?: (metadata: M) => AuditTarget[];
  /** Runs before the ack, so a call to the service needs a deadline there. */
  submit: (sent: Sent<M>, workspace: Workspace) => Asked | Promise<Asked>;
  /** Absent if nothing follows before it is submitted. */
  redraw?: FormRedraw<M>;
  /** It carries no ID of the account, its record names its account, or it says in a field what is wrong with it. */
  isOfAnyAccount?: true;
}
type MetadataOf<K extends ModalMetadata['form']> = ByTag<ModalMetadata, 'form', K>;
export type Forms<K extends ModalMetadata['form']> = { [Kind in K]: Form<MetadataOf<Kind>> };

/** Closes the form. */
export const CLOSED: Submitted = { reply: undefined };

/** Shows another view in place of the form. */
export const instead = (view: types.ModalView): Submitted => ({ reply: { response_action: 'update', view } });

/** Shows sentences at the fields of the form, which stays open. */
export const errorsAt = (errors: FieldErrors): Submitted => ({ reply: { response_action: 'errors', errors } });
