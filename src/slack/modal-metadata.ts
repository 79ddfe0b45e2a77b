import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { StoredSettings } from '../store/settings-record.ts';
import { readJson, SharedFile, SharedPlace } from './button-value.ts';

/**
 * The place of a request, so that a modal's answer is posted there. The response URL is valid for 30 minutes and known
 * only to Slack and this bot.
 */
export const Origin = z.object({
  channelId: z.string().nullable(),
  responseUrl: z.string().nullable(),
  message: z
    .object({
      ts: z.string(),
      ephemeral: z.boolean(),
      /** Identifies a private message drawn by the bot. */
      id: z.string().optional(),
      /** The person who shared it, if any. */
      sharedBy: z.string().optional(),
      /** The command line that draws a shared message. */
      redraw: z.string().optional(),
    })
    .nullable(),
  /** The shared message that the clicked private one came from. */
  shared: SharedPlace.optional(),
  /** The thread of the clicked message. */
  threadTs: z.string().nullable().default(null),
  /** The Home tab or modal of the click. */
  view: z
    .object({ id: z.string(), type: z.enum(['home', 'modal']) })
    .nullable()
    .default(null),
});
export type Origin = z.infer<typeof Origin>;

/** No origin: answers go directly to the person. */
export const NOWHERE: Origin = { channelId: null, responseUrl: null, message: null, threadTs: null, view: null };

/** Version of the upload that the form shows; absent in older forms, and for a new upload. */
const UploadVersion = z.number().int().optional();

/** Kept by a modal between opening and submitting; Slack allows at most 3,000 characters. */
const ModalMetadata = z.discriminatedUnion('form', [
  z.object({
    v: z.literal(1),
    form: z.literal('assign'),
    agentId: AgentId,
    /** The Ability that the form was opened to add. */
    adds: AbilityId.optional(),
    /** The Abilities that the form started with; absent in older forms, and if they do not fit. */
    base: z.array(AbilityId).optional(),
    /** The command line that redraws the clicked message afterwards. */
    redraw: z.string().optional(),
    origin: Origin,
  }),
  /** Replaced by `add-to-agent`. */
  z.object({ v: z.literal(1), form: z.literal('choose-agent'), abilityId: AbilityId, origin: Origin }),
  /** Adds an Ability to the Agent that is selected in it. */
  z.object({
    v: z.literal(1),
    form: z.literal('add-to-agent'),
    abilityId: AbilityId,
    /** The Agent whose Abilities the form shows; absent before one is selected. */
    agentId: AgentId.optional(),
    /** The Agent's new Abilities, if the service lists them. Absent if the form has a field for them. */
    abilityIds: z.array(AbilityId).optional(),
    /** The Agent's Abilities when it was selected; absent in older forms, and if they do not fit. */
    base: z.array(AbilityId).optional(),
    redraw: z.string().optional(),
    origin: Origin,
  }),
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
    /** SHA-256 of the zip whose contents the form shows; null for none. */
    seenSha256: z.string().nullable().default(null),
    /** The upload whose values are edited; null for a new one. */
    upload: z.string().nullable().default(null),
    version: UploadVersion,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('replace'),
    upload: z.string(),
    /** The Ability that the form shows as the old one. */
    abilityId: AbilityId.optional(),
    version: UploadVersion,
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('update'),
    upload: z.string(),
    /** The Ability whose code the form compares with. */
    abilityId: AbilityId,
    version: UploadVersion,
    origin: Origin,
  }),
  z.object({ v: z.literal(1), form: z.literal('search'), origin: Origin }),
  z.object({ v: z.literal(1), form: z.literal('say'), origin: Origin }),
  z.object({ v: z.literal(1), form: z.literal('quiet'), origin: Origin }),
  z.object({
    v: z.literal(1),
    form: z.literal('plan'),
    installedId: InstalledAbilityId,
    /** Further Abilities of the same plan. */
    others: z.array(InstalledAbilityId).optional(),
    /** The plan that it changes; absent for a new one. */
    planId: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional(),
    /** The time that the form began with. */
    filledIn: z.string().optional(),
    /** Its moment: `tomorrow` means another day after midnight. Absent in older forms, and for a recurrence. */
    filledAt: z.iso.datetime().optional(),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('plan-question'),
    wanted: z.enum(['enable', 'disable']),
    /** The command line that it confirms. */
    line: z.string(),
    origin: Origin,
  }),
  z.object({ v: z.literal(1), form: z.literal('history-filter'), origin: Origin }),
  z.object({
    v: z.literal(1),
    form: z.literal('choose'),
    /** The verb for the selected Abilities. */
    wanted: z.enum(['show', 'versions', 'triggers', 'enable', 'disable', 'delete']),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('edit-triggers'),
    installedId: InstalledAbilityId,
    /** The words that the form shows; the difference is computed against them. */
    base: z.array(z.string()),
    /** Name of the Ability. */
    name: z.string().optional(),
    redraw: z.string().optional(),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('delete-several'),
    /** The Abilities that the form lists. */
    abilityIds: z.array(AbilityId),
    /** Set if it says that a second admin has to approve it. */
    waits: z.literal(true).optional(),
    origin: Origin,
  }),
  /** The confirmation before all Abilities of an Agent are removed. */
  z.object({
    v: z.literal(1),
    form: z.literal('unassign'),
    agentId: AgentId,
    redraw: z.string().optional(),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('settings'),
    /** The saved settings; absent in older forms, and if they do not fit. */
    base: StoredSettings.optional(),
    origin: Origin,
  }),
  /** The settings again, after others saved them meanwhile. Slack keeps the input of a field unless its ID changes. */
  z.object({
    v: z.literal(1),
    form: z.literal('settings-again'),
    round: z.number().int().positive(),
    /** The saved settings, if the form shows unsaved changes. */
    base: StoredSettings.optional(),
    origin: Origin,
  }),
  z.object({ v: z.literal(1), form: z.literal('connect'), origin: Origin }),
  /** Not a form: an answer with buttons, shown in a modal. */
  z.object({ v: z.literal(1), form: z.literal('answer'), origin: Origin }),
]);
export type ModalMetadata = z.infer<typeof ModalMetadata>;
type WithoutVersion<T> = T extends unknown ? Omit<T, 'v'> : never;

export const encodeMetadata = (metadata: WithoutVersion<ModalMetadata>) => JSON.stringify({ v: 1, ...metadata });

const MAX_METADATA = 3000;

/** Whether Slack accepts the metadata. */
export const fitsIntoMetadata = (metadata: WithoutVersion<ModalMetadata>): boolean =>
  encodeMetadata(metadata).length <= MAX_METADATA;

/** `smaller` if Slack does not accept `metadata`. */
export const encodeFitting = (
  metadata: WithoutVersion<ModalMetadata>,
  smaller: WithoutVersion<ModalMetadata>,
): string => encodeMetadata(fitsIntoMetadata(metadata) ? metadata : smaller);

/** Null if this version cannot read the metadata. */
export function decodeMetadata(text: string): ModalMetadata | null {
  const parsed = ModalMetadata.safeParse(readJson(text));
  return parsed.success ? parsed.data : null;
}
