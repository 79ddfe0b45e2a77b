import * as z from 'zod';
import type { JsonObject } from '../json.ts';
import type { PayloadKind, Retry } from './delivery.ts';

const label = z.object({ text: z.object({ text: z.string() }) }).transform(({ text }) => text.text);
const labels = z.array(label).transform((all) => all.join(', '));

const interactions = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('block_actions'),
      actions: z.tuple(
        [
          z.object({
            action_id: z.string(),
            text: z.object({ text: z.string() }).optional(),
            selected_option: label.nullish(),
            selected_options: labels.optional(),
            value: z.string().nullish(),
          }),
        ],
        z.unknown(),
      ),
    })
    .transform(({ actions: [{ text, selected_option, selected_options, value, action_id }] }) => {
      return text?.text || selected_option || selected_options || value || action_id;
    }),
  z
    .object({ type: z.enum(['view_submission', 'view_closed']), view: z.object({ callback_id: z.string() }) })
    .transform(({ view }) => view.callback_id),
  z
    .object({ type: z.enum(['shortcut', 'message_action']), callback_id: z.string() })
    .transform(({ callback_id }) => callback_id),
  z.object({ type: z.literal('block_suggestion'), value: z.string() }).transform(({ value }) => value),
]);
const command = z
  .object({ command: z.string(), text: z.string() })
  .transform((typed) => ({ name: typed.command, title: `${typed.command} ${typed.text}`.trim() }));
const event = z.object({ event: z.object({ type: z.string(), subtype: z.string().optional() }) });

/** A payload's name on the wire: its kind, and a title for people. */
export function namePayload(
  kind: PayloadKind,
  payload: JsonObject,
  retry: Retry | undefined,
): { name: string; title: string } {
  if (kind === 'command') return command.parse(payload);
  if (kind === 'interaction') {
    const name = String(payload.type);
    const detail = interactions.safeParse(payload).data;
    return { name, title: detail ? `${name}: ${detail}` : name };
  }
  const { type, subtype } = event.parse(payload).event;
  const again = retry ? `, retry ${retry.number}` : '';
  return { name: type, title: `${subtype ? `${type}: ${subtype}` : type}${again}` };
}
