import * as z from 'zod';
import { homeBlocks, modalBlocks } from './block-list.ts';
import { limits } from './limits.ts';
import { type Problem, toProblems } from './problem.ts';
import { plainText } from './text-object.ts';

const shared = {
  private_metadata: z.string().max(limits.privateMetadata).optional(),
  callback_id: z.string().max(limits.id).optional(),
  external_id: z.string().max(limits.id).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
};

const modal = z
  .strictObject({
    ...shared,
    type: z.literal('modal'),
    title: plainText(limits.viewTitle),
    submit: plainText(limits.viewTitle).optional(),
    close: plainText(limits.viewTitle).optional(),
    submit_disabled: z.boolean().optional(),
    blocks: modalBlocks,
  })
  .refine((view) => view.submit !== undefined || view.blocks.every((block) => block.type !== 'input'), {
    path: ['submit'],
    message: 'is required when the modal has input blocks',
  });

const home = z.strictObject({ ...shared, type: z.literal('home'), blocks: homeBlocks });

/** A modal or an App Home as sent by an app. */
export const viewDefinition = z.discriminatedUnion('type', [modal, home]);
export type ViewDefinition = z.infer<typeof viewDefinition>;

/** Lists the reasons why Slack would reject `view`; empty if it would not. Never throws for JSON. */
export function checkView(view: unknown): Problem[] {
  const read = viewDefinition.safeParse(view);
  if (!read.success) return toProblems(read.error, 'invalid_arguments');
  const bytes = new TextEncoder().encode(JSON.stringify(view)).length;
  if (bytes <= limits.viewBytes) return [];
  return [{ code: 'view_too_large', path: '', message: `must be at most ${limits.viewBytes} bytes, but is ${bytes}` }];
}
