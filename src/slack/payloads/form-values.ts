import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { View } from './payloads.ts';

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
        name: z.string().default('package.zip'),
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

/** What the answer to a submitted form may be, when it is not simply closed. */
export type FormReply =
  | { response_action: 'errors'; errors: FieldErrors }
  | { response_action: 'update'; view: types.ModalView };

/** What a submitted form leads to: an answer within 3 seconds, and the work after it. */
export interface Submitted {
  reply: FormReply | undefined;
  work?: () => Promise<void>;
}
