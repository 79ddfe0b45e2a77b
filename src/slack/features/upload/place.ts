import { refuseVerb } from '../../../core/permissions.ts';
import { hasEnded, type UploadRecord } from '../../../store/upload-record.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';
import { isPassingSlackError } from '../../outbound/slack-errors.ts';
import { UnconfirmedError } from '../../outbound/unconfirmed.ts';
import { type AccessParts, findAccess } from '../../people/find-access.ts';
import type { Workspace } from '../../workspace.ts';
import { uploadEnd } from './end.ts';
import { uploadDecidedElsewhere } from './messages.ts';
import { uploadTaken } from './progress-message.ts';
import { uploadQuestion } from './question.ts';

type PlaceParts = Pick<Workspace, 'log' | 'outbound' | 'store'>;

type Draw = (isAlone: boolean) => Promise<MessageAnswer>;

/** After this many posts of a result or question that Slack didn't confirm, one is assumed to have arrived. */
const MAX_UNCONFIRMED = 3;

/** Finds the one message of each upload. If Slack doesn't confirm it, its place is unknown and a new one is posted. */
export class UploadPlaces {
  readonly #parts: PlaceParts & AccessParts;
  readonly #found = new Map<string, Promise<MessagePlace | null>>();
  readonly #unconfirmed = new Map<string, number>();

  constructor(parts: PlaceParts & AccessParts) {
    this.#parts = parts;
  }

  /** Posts the message if there is none. Null if its place is unknown. @throws Slack errors; the caller retries. */
  async find(record: UploadRecord): Promise<MessagePlace | null> {
    if (record.place) return record.place;
    const finding = this.#found.get(record.id) ?? this.#make(record);
    this.#found.set(record.id, finding);
    finding.catch(() => this.#found.delete(record.id));
    return (await finding) ?? this.#read(record);
  }

  forget(id: string): void {
    this.#found.delete(id);
    this.#unconfirmed.delete(id);
  }

  /** Edits the message; if that is impossible, posts another. @throws temporary Slack errors; the caller retries. */
  async announceEnd(record: UploadRecord, place: MessagePlace | null): Promise<void> {
    const { log, outbound } = this.#parts;
    const draw = this.#drawing(record);
    if (!place) return this.#postFinal(record, () => postWhereAsked(record, draw, this.#parts));
    try {
      await outbound.edit(place, await draw(isDirect(place)));
    } catch (error) {
      if (isPassingSlackError(error)) throw error;
      log.warn({ err: error, upload: record.id }, 'upload message not edited, sending a direct message');
      await this.#postFinal(record, async () => outbound.post(record.userId, null, await draw(true)));
    }
  }

  async #make(record: UploadRecord): Promise<MessagePlace | null> {
    const stored = await this.#read(record);
    if (stored) return stored;
    try {
      const place = await postWhereAsked(record, async () => uploadTaken(record), this.#parts);
      await this.#parts.store.uploads.setPlace(record.id, place);
      return place;
    } catch (error) {
      if (!(error instanceof UnconfirmedError)) throw error;
      this.#parts.log.warn({ upload: record.id }, 'upload message not confirmed by Slack');
      void error.late.then((place) => place && this.#keepLate(record, place));
      return null;
    }
  }

  async #postFinal(record: UploadRecord, post: () => Promise<MessagePlace>): Promise<void> {
    const { id, ref } = record;
    const { log, store } = this.#parts;
    try {
      await store.uploads.setPlace(id, await post());
    } catch (error) {
      if (error instanceof UnconfirmedError) {
        void error.late.then((place) => place && this.#keepLate(record, place));
        const times = (this.#unconfirmed.get(id) ?? 0) + 1;
        this.#unconfirmed.set(id, times);
        if (times < MAX_UNCONFIRMED) throw error;
        log.error({ upload: id, ref }, 'result of an upload not confirmed by Slack, giving up');
        return;
      }
      if (isPassingSlackError(error)) throw error;
      log.error({ err: error, upload: id, ref }, 'upload result not delivered');
    }
  }

  async #read({ id }: UploadRecord): Promise<MessagePlace | null> {
    return (await this.#parts.store.uploads.find(id))?.place ?? null;
  }

  /** Omits *Replace…* if the person may not use it and no one else sees the message. */
  #drawing(record: UploadRecord): Draw {
    return async (isAlone) => {
      if (record.end) return uploadEnd(record, record.end);
      return uploadQuestion(record, { canReplace: !isAlone || (await this.#mayReplace(record)) });
    };
  }

  /** True if the person's access is unknown, because it is checked again after a click. */
  async #mayReplace({ userId }: UploadRecord): Promise<boolean> {
    const access = await findAccess({ userId, isStranger: false, channelId: null }, this.#parts);
    return refuseVerb('replace', { access })?.why !== 'role-missing';
  }

  /** Saves the place of a message that Slack confirmed late. Never throws. */
  async #keepLate({ id }: UploadRecord, place: MessagePlace): Promise<void> {
    const { log, outbound, store } = this.#parts;
    try {
      const now = await store.uploads.find(id);
      if (!now || now.place) return;
      await store.uploads.setPlace(id, place);
      if (isFinal(now)) await outbound.edit(place, await this.#drawing(now)(isDirect(place)));
    } catch (error) {
      log.warn({ err: error, upload: id }, 'late confirmation of an upload message not saved');
    }
  }
}

/** True if the upload has a result or a question, which progress must not overwrite. */
export const isFinal = (record: UploadRecord): boolean => hasEnded(record) || record.state === 'asking';

const isDirect = ({ channel }: MessagePlace): boolean => channel.startsWith('D');

/** Posts in the requested thread, or else as a direct message to the user. */
async function postWhereAsked(record: UploadRecord, draw: Draw, parts: PlaceParts): Promise<MessagePlace> {
  const place = await postInThread(record, draw, parts);
  return place ?? (await parts.outbound.post(record.userId, null, await draw(true)));
}

/** Null without a thread, or if the bot can't post there, for example because it isn't a member of the channel. */
async function postInThread(
  record: UploadRecord,
  draw: Draw,
  { log, outbound }: PlaceParts,
): Promise<MessagePlace | null> {
  if (!record.thread) return null;
  const { channel, ts } = record.thread;
  try {
    return await outbound.post(channel, ts, await draw(channel.startsWith('D')));
  } catch (error) {
    if (isPassingSlackError(error)) throw error;
    log.info({ err: error, upload: record.id }, 'upload thread not writable, sending a direct message');
    return null;
  }
}

/**
 * Handles a click on a question whose place is unknown. The clicked message becomes the upload's message, or loses its
 * buttons if the upload has another message and the question has been answered. Never throws.
 */
export async function adoptClicked(
  { form, id, place, state }: UploadRecord,
  clicked: MessagePlace,
  { log, outbound, store }: Pick<PlaceParts, 'log' | 'outbound' | 'store'>,
): Promise<void> {
  try {
    if (!place) await store.uploads.setPlace(id, clicked);
    const isOwn = place?.channel === clicked.channel && place.ts === clicked.ts;
    if (state !== 'asking' && !isOwn) await outbound.edit(clicked, uploadDecidedElsewhere({ form }));
  } catch (error) {
    log.warn({ err: error, upload: id }, 'clicked upload question not saved');
  }
}
