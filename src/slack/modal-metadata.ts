import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { StoredSettings } from '../store/settings-record.ts';
import { readJson, SharedFile, SharedPlace } from './button-value.ts';

/**
 * The place of a request, stored in a modal so that its answer can be posted there. Only Slack and this bot know the
 * response URL, which is valid for 30 minutes.
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
      /** The person who shared the message, if any. */
      sharedBy: z.string().optional(),
      /** The command line that draws the message, if it is shared. */
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

/** For requests without a place: answers are sent as direct messages. */
export const NOWHERE: Origin = { channelId: null, responseUrl: null, message: null, threadTs: null, view: null };

/** Version of the upload that the form shows; absent in older forms, and for a new upload. */
const UploadVersion = z.number().int().optional();

/** Stored in a modal from opening to submitting. Slack allows at most 3,000 characters. */
const ModalMetadata = z.discriminatedUnion('form', [
  z.object({
    v: z.literal(1),
    form: z.literal('assign'),
    agentId: AgentId,
    /** The Ability to add, if the form was opened for one. */
    adds: AbilityId.optional(),
    /** The Abilities selected when the form was opened; absent in older forms, and if they don't fit. */
    base: z.array(AbilityId).optional(),
    /** The command line that redraws the clicked message afterward. */
    redraw: z.string().optional(),
    origin: Origin,
  }),
  /** From older versions of the bot, before `add-to-agent`. */
  z.object({ v: z.literal(1), form: z.literal('choose-agent'), abilityId: AbilityId, origin: Origin }),
  /** Adds an Ability to the Agent that is selected in the form. */
  z.object({
    v: z.literal(1),
    form: z.literal('add-to-agent'),
    abilityId: AbilityId,
    /** The Agent whose Abilities the form shows; absent before one is selected. */
    agentId: AgentId.optional(),
    /** The Agent's new Abilities, if the service reports its current ones. Absent if the form has a field for them. */
    abilityIds: z.array(AbilityId).optional(),
    /** The Agent's Abilities when it was selected; absent in older forms, and if they don't fit. */
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
    /** The upload that is being edited; null for a new one. */
    upload: z.string().nullable().default(null),
    version: UploadVersion,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('replace'),
    upload: z.string(),
    /** The Ability that the form shows as the current one. */
    abilityId: AbilityId.optional(),
    version: UploadVersion,
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('update'),
    upload: z.string(),
    /** The Ability whose code the form compares with the upload. */
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
    /** Other Abilities in the same plan. */
    others: z.array(InstalledAbilityId).optional(),
    /** The plan to change; absent for a new one. */
    planId: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional(),
    /** The time that the form was prefilled with, as text. */
    filledIn: z.string().optional(),
    /**
     * The moment that the prefilled time means, because `tomorrow` means another day after midnight. Absent in older
     * forms, and for a recurring plan.
     */
    filledAt: z.iso.datetime().optional(),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('plan-question'),
    wanted: z.enum(['enable', 'disable']),
    /** The command line to confirm. */
    line: z.string(),
    origin: Origin,
  }),
  z.object({ v: z.literal(1), form: z.literal('history-filter'), origin: Origin }),
  z.object({
    v: z.literal(1),
    form: z.literal('choose'),
    /** The verb to run for the selected Abilities. */
    wanted: z.enum(['show', 'versions', 'triggers', 'enable', 'disable', 'delete']),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('edit-triggers'),
    installedId: InstalledAbilityId,
    /** The words when the form was opened, to which the submitted words are compared. */
    base: z.array(z.string()),
    name: z.string().optional(),
    redraw: z.string().optional(),
    origin: Origin,
  }),
  z.object({
    v: z.literal(1),
    form: z.literal('delete-several'),
    /** The Abilities that the form lists. */
    abilityIds: z.array(AbilityId),
    /** Set if the form says that a second admin has to approve the deletion. */
    waits: z.literal(true).optional(),
    origin: Origin,
  }),
  /** Confirms that all Abilities are removed from an Agent. */
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
    /** The saved settings when the form was opened; absent in older forms, and if they don't fit. */
    base: StoredSettings.optional(),
    origin: Origin,
  }),
  /**
   * The settings form after others have saved the settings. `round` changes the field IDs, because Slack keeps the
   * input of a field while its ID stays the same.
   */
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

/** True if Slack accepts the metadata. */
export const fitsIntoMetadata = (metadata: WithoutVersion<ModalMetadata>): boolean =>
  encodeMetadata(metadata).length <= MAX_METADATA;

/** Encodes `smaller` if `metadata` is too long for Slack. */
export const encodeFitting = (
  metadata: WithoutVersion<ModalMetadata>,
  smaller: WithoutVersion<ModalMetadata>,
): string => encodeMetadata(fitsIntoMetadata(metadata) ? metadata : smaller);

/** Null if this version of the bot can't read the metadata. */
export function decodeMetadata(text: string): ModalMetadata | null {
  const parsed = ModalMetadata.safeParse(readJson(text));
  return parsed.success ? parsed.data : null;
}
