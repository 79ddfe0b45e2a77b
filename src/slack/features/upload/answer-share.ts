import { sleep } from '../../../base/clock.ts';
import type { AccessRefusal } from '../../../core/access.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import { type FileDetails, readSharedFile } from '../../files/read.ts';
import { readSlackError } from '../../outbound/slack-errors.ts';
import { UnconfirmedError } from '../../outbound/unconfirmed.ts';
import { identify } from '../../payloads/payloads.ts';
import { isOpenChannel } from '../../people/find-access.ts';
import type { Workspace } from '../../workspace.ts';
import { refusedMessage } from '../refused.ts';
import { drawAnswers, forAll } from './draw-offers.ts';
import { offerNotConfirmed, offerNotMade, offerToOthers } from './messages.ts';
import { sortShare } from './offer.ts';
import { passOver } from './passed-over.ts';

/** Pauses before retries. Slack doesn't redeliver an event, because Bolt acknowledges it before it is processed. */
const WAITS_MS = [300, 1500];

/** The files that one person shared in one channel, without duplicates. */
interface SharedFiles {
  channelId: string;
  fileIds: readonly string[];
  userId: string;
  /** True to answer only the files that would otherwise be passed over, because the person asked about them. */
  passedOver: boolean;
  /** Called before each reply: false if another process answers instead. */
  isOurs: () => Promise<boolean>;
}

/** A person gets at most one private message in this time about unrelated zips in a channel. */
const QUIET_MS = 24 * 60 * 60_000;

/**
 * Handles files shared where the bot is. Inspects zips, replies in the message's thread about those that look like an
 * Ability, and ignores other files and files from apps. Never throws.
 */
export async function answerShare(
  { channelId, fileIds, isOurs, passedOver, userId }: SharedFiles,
  workspace: Workspace,
): Promise<void> {
  const log = workspace.log.child({ channel: channelId });
  const origin = { channelId, responseUrl: null, message: null, threadTs: null, view: null };
  const post = (answer: MessageAnswer) =>
    workspace.outbound.deliver(answer, { userId, origin, triggerId: null, openedViewId: null });
  let isUnconfirmed = false;
  try {
    if (!(await isOpenChannel(channelId, workspace)) || (await isOfApp(userId, workspace))) return;
    const isForBot = passedOver || channelId.startsWith('D');
    let refusing: Promise<AccessRefusal | null> | null = null;
    let mayWhisper: Promise<boolean> | null = null;
    const details = await Promise.all(fileIds.map((id) => readWithMessage(id, channelId, workspace)));
    const { uploads } = workspace.config;
    for (const files of groupByMessage(details, channelId)) {
      const { threadTs = null, ts = null } = files[0]?.messageIn(channelId) ?? {};
      let asked: ReturnType<typeof passOver> | null = null;
      const share = sortShare(files, uploads);
      if (share.kind === 'nothing') continue;
      refusing ??= refuseSharer({ channelId, userId }, workspace);
      const refusal = await refusing;
      const isBarred = refusal?.why === 'role-missing' || refusal?.why === 'other-workspace';
      // In a direct message, no one else could click the buttons of an offer.
      const replies =
        isBarred && channelId.startsWith('D')
          ? [forAll(refusedMessage(refusal, workspace.newRef()))]
          : await drawAnswers(share, workspace);
      for (const { alone, answer: drawn, isOffer } of replies) {
        const answer = isBarred && isOffer ? offerToOthers(drawn, userId) : drawn;
        if (!(await isOurs())) return;
        if (passedOver && !alone) continue;
        if (alone && !isForBot) {
          if (ts !== null) asked ??= passOver({ channelId, ts }, workspace);
          const whose = await (asked ?? 'not-met');
          if (whose === 'not-met') mayWhisper ??= claimWhisper({ channelId, refusal, userId }, workspace);
          if (whose === 'not-met' && (await mayWhisper)) await post(alone);
          if (whose !== 'ours') continue;
        }
        try {
          await withTries(() => workspace.outbound.post(channelId, threadTs, answer), workspace);
        } catch (error) {
          if (!(error instanceof UnconfirmedError)) throw error;
          isUnconfirmed = true;
        }
      }
    }
  } catch (error) {
    const ref = workspace.newRef();
    log.error({ ref, err: error, files: fileIds }, 'gave up on answering shared files');
    await post(offerNotMade(ref));
    return;
  }
  if (!isUnconfirmed) return;
  const ref = workspace.newRef();
  log.warn({ ref, files: fileIds }, 'reply to shared files not confirmed by Slack');
  await post(offerNotConfirmed(ref));
}

/** False if unknown, because most files are shared by people. */
async function isOfApp(userId: string, { log, people }: Workspace): Promise<boolean> {
  if (userId === SLACKBOT) return true;
  try {
    return (await people.read(userId)).kind === 'bot';
  } catch (error) {
    log.warn({ err: error }, 'owner of a shared file not read');
    return false;
  }
}

const SLACKBOT = 'USLACKBOT';

/** The reason why this person may not upload Abilities; null if they may. */
async function refuseSharer(
  { channelId, userId }: Pick<SharedFiles, 'channelId' | 'userId'>,
  workspace: Workspace,
): Promise<AccessRefusal | null> {
  return refuseVerb('upload', await identify({ userId, channelId, isStranger: false }, workspace));
}

/** True if the person should get a private message about an unrelated zip: if they may upload, once a day. */
async function claimWhisper(
  { channelId, refusal, userId }: Pick<SharedFiles, 'channelId' | 'userId'> & { refusal: AccessRefusal | null },
  { seen }: Workspace,
): Promise<boolean> {
  return refusal === null && seen.claim(`unrelated-zip:${channelId}:${userId}`, QUIET_MS);
}

/** In the order in which the messages arrived. */
function groupByMessage(details: readonly (FileDetails | null)[], channelId: string): FileDetails[][] {
  const groups = new Map<string | null, FileDetails[]>();
  for (const file of details) {
    if (!file) continue;
    const ts = file.messageIn(channelId)?.ts ?? null;
    groups.set(ts, [...(groups.get(ts) ?? []), file]);
  }
  return [...groups.values()];
}

/**
 * Waits a moment for the file's message, because Slack sometimes sends the event first. Without it, a reply outside the
 * thread is still better than none. Null if the file is gone or inaccessible.
 */
async function readWithMessage(id: string, channelId: string, workspace: Workspace): Promise<FileDetails | null> {
  const read = () => withTries(() => readSharedFile(workspace.outbound, id), workspace);
  let details = await read();
  for (const ms of WAITS_MS) {
    if (!details || details.messageIn(channelId)) break;
    await sleep(workspace.context.clock, ms);
    details = await read();
  }
  return details;
}

/** Null if Slack reports that the file is gone or inaccessible, which is permanent. */
async function withTries<T>(work: () => Promise<T>, { context, log }: Workspace): Promise<T | null> {
  for (const ms of [...WAITS_MS, null]) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'Slack request for a shared file failed');
      if (/^(file_|access_|not_in_)/.test(readSlackError(error) ?? '')) return null;
      if (ms === null || error instanceof UnconfirmedError) throw error;
      await sleep(context.clock, ms);
    }
  }
  return null;
}
