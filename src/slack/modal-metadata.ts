import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { readJson, SharedFile, SharedPlace } from './button-value.ts';

/**
 * Where a request came from, so that a modal's answer goes back there. The response URL is good for 30 minutes and
 * seen by Slack and this bot only.
 */
export const Origin = z.object({
  channelId: z.string().nullable(),
  responseUrl: z.string().nullable(),
  message: z
    .object({
      ts: z.string(),
      ephemeral: z.boolean(),
      /** By which the bot finds a private message that it drew. */
      id: z.string().optional(),
      /** Who showed it to everybody, when somebody did. */
      sharedBy: z.string().optional(),
      /** The command line that draws it, as it was shown to everybody. */
      redraw: z.string().optional(),
    })
    .nullable(),
  /** The message that everybody sees, from which the clicked private one asked. */
  shared: SharedPlace.optional(),
  /** The thread in which the clicked message stands. */
  threadTs: z.string().nullable().default(null),
  /** The Home tab or the modal in which somebody clicked. */
  view: z
    .object({ id: z.string(), type: z.enum(['home', 'modal']) })
    .nullable()
    .default(null),
});
export type Origin = z.infer<typeof Origin>;

/** Where nothing can be answered but directly to the person. */
export const NOWHERE: Origin = { channelId: null, responseUrl: null, message: null, threadTs: null, view: null };

/** What a modal remembers between opening and submitting; Slack keeps at most 3,000 characters of it. */
const ModalMetadata = z.discriminatedUnion('form', [
  z.object({
    v: z.literal(1),
    form: z.literal('assign'),
    agentId: AgentId,
    /** The Ability that the form was opened to add. */
    adds: AbilityId.optional(),
    origin: Origin,
  }),
  /** Chooses the Agent that an Ability is added to. Nothing is sent: the choice leads to the form of the assignment. */
  z.object({ v: z.literal(1), form: z.literal('choose-agent'), abilityId: AbilityId, origin: Origin }),
  z.object({
    v: z.literal(1),
    form: z.literal('trigger-words'),
    installedId: InstalledAbilityId,
    wanted: z.enum(['enable', 'disable']),
    redraw: z.string().nullable(),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('upload'),
    file: SharedFile.nullable(),
    origin: Origin,
    /** SHA-256 of the zip whose contents the form shows; null when it shows none. */
    seenSha256: z.string().nullable().default(null),
    /** The upload whose words are changed; null for a new one. */
    upload: z.string().nullable().default(null),
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('replace'),
    upload: z.string(),
    /** The Ability that the form shows as the old one. */
    abilityId: AbilityId.optional(),
    origin: Origin,
  }),
  z.object({ v: z.literal(1), form: z.literal('search'), origin: Origin }),
  z.object({
    v: z.literal(1),
    form: z.literal('choose'),
    /** What is done with the chosen ones. */
    wanted: z.enum(['show', 'triggers', 'enable', 'disable', 'delete']),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('edit-triggers'),
    installedId: InstalledAbilityId,
    /** The words that the form shows: what is changed is told against them. */
    base: z.array(z.string()),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('delete-several'),
    /** The Abilities that the form lists. */
    abilityIds: z.array(AbilityId),
    /** Set when it says that a second admin has to approve it. */
    waits: z.literal(true).optional(),
    origin: Origin,
  }),
  /** Asks once more before an Agent is left without Abilities. */
  z.object({ v: z.literal(1), form: z.literal('unassign'), agentId: AgentId, origin: Origin }),
  z.object({ v: z.literal(1), form: z.literal('settings'), origin: Origin }),
  z.object({ v: z.literal(1), form: z.literal('connect'), origin: Origin }),
  /** No form: an answer with buttons, shown in a modal. */
  z.object({ v: z.literal(1), form: z.literal('answer'), origin: Origin }),
]);
export type ModalMetadata = z.infer<typeof ModalMetadata>;
type WithoutVersion<T> = T extends unknown ? Omit<T, 'v'> : never;

export const encodeMetadata = (metadata: WithoutVersion<ModalMetadata>) => JSON.stringify({ v: 1, ...metadata });

/** Null when the modal was opened by a version whose metadata this one cannot read. */
export function decodeMetadata(text: string): ModalMetadata | null {
  const parsed = ModalMetadata.safeParse(readJson(text));
  return parsed.success ? parsed.data : null;
}
