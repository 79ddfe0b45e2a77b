import { z } from 'zod';
import { AgentId, InstalledAbilityId } from '../contract/index.ts';
import { readJson, SharedFile } from './button-value.ts';

/**
 * Where a request came from, so that a modal's answer goes back there. The response URL is good for 30 minutes and
 * seen by Slack and this bot only.
 */
export const Origin = z.object({
  channelId: z.string().nullable(),
  responseUrl: z.string().nullable(),
  message: z.object({ ts: z.string(), ephemeral: z.boolean() }).nullable(),
  /** The thread in which the clicked message stands. */
  threadTs: z.string().nullable().default(null),
});
export type Origin = z.infer<typeof Origin>;

/** What a modal remembers between opening and submitting; Slack keeps at most 3,000 characters of it. */
const ModalMetadata = z.discriminatedUnion('form', [
  z.object({ v: z.literal(1), form: z.literal('assign'), agentId: AgentId, origin: Origin }),
  z.object({
    v: z.literal(1),
    form: z.literal('trigger-words'),
    installedId: InstalledAbilityId,
    wanted: z.enum(['enable', 'disable']),
    redraw: z.string().nullable(),
    origin: Origin,
  }),
  z.object({ v: z.literal(1), form: z.literal('upload'), file: SharedFile.nullable(), origin: Origin }),
]);
export type ModalMetadata = z.infer<typeof ModalMetadata>;
type WithoutVersion<T> = T extends unknown ? Omit<T, 'v'> : never;

export const encodeMetadata = (metadata: WithoutVersion<ModalMetadata>) => JSON.stringify({ v: 1, ...metadata });

/** Null when the modal was opened by a version whose metadata this one cannot read. */
export function decodeMetadata(text: string): ModalMetadata | null {
  const parsed = ModalMetadata.safeParse(readJson(text));
  return parsed.success ? parsed.data : null;
}
