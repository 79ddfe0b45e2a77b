import { randomBytes } from 'node:crypto';
import type { UploadForm } from '../core/command.ts';
import type { UploadRecord } from '../store/upload-record.ts';
import type { UploadTools } from './upload-tools.ts';

/** What a person sent in. */
export interface UploadRequest {
  teamId: string;
  userId: string;
  /** The same for a submission that is delivered again: it is accepted once. */
  submissionKey: string;
  ref: string;
  form: UploadForm;
  /** With an icon that came with it. */
  zip: UploadRecord['zip'] & { icon?: { id: string; name: string } | undefined };
  /** The icon that was chosen; null for the one that came with the zip, if there is one. */
  icon: UploadRecord['icon'];
  /** The message that tells how it goes; null for a new one. */
  place: { channel: string; ts: string } | null;
  /** The thread in which a new message stands, where the bot may write there; else it is sent directly. */
  thread?: { channel: string; ts: string } | null;
  /** Loose files are put into a folder in any case. */
  wrap: boolean;
  /** SHA-256 of the zip whose contents the form showed; null when it showed none. */
  seenSha256: string | null;
}

/** Writes the upload down: from then on it will end, whatever becomes of this process. @throws what the store throws. */
export async function acceptUpload(
  {
    form,
    icon,
    place,
    ref,
    seenSha256,
    submissionKey,
    teamId,
    thread,
    userId,
    wrap,
    zip: { icon: given, ...zip },
  }: UploadRequest,
  { account, now, settings, store }: Pick<UploadTools, 'account' | 'now' | 'settings' | 'store'>,
): Promise<{ record: UploadRecord; isNew: boolean }> {
  return store.uploads.add({
    id: randomBytes(8).toString('hex'),
    teamId,
    userId,
    submissionKey,
    state: 'accepted',
    document: {
      ...{ form, zip, icon: icon ?? given ?? null, place, ref, seenSha256 },
      ...(thread ? { thread } : {}),
      wrap: wrap || zip.parts !== undefined,
      plan: { kind: 'new' },
      contents: null,
      question: null,
      askUntil: null,
      existingIds: null,
      sends: 0,
      sentAt: null,
      abilityId: null,
      kept: null,
      refusal: null,
      trouble: null,
      ...(account.kind === 'connected' && account.version > 0 ? { account: account.version } : {}),
      giveUpAt: now() + settings.giveUpMs,
      end: null,
    },
  });
}
