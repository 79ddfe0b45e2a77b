import type { Requester } from '../../core/access.ts';
import type { Command } from '../../core/command.ts';
import { Allowed } from '../../core/permissions.ts';
import { mayBePlanned, nextTimeOf, verbOf } from '../../core/registry.ts';
import { parseCommand } from '../../core/verbs.ts';
import type { ClaimedSchedule } from '../../store/schedules.ts';
import { accountVersionOf } from '../../uploads/ports.ts';
import { actions, button, hideForbidden } from '../blocks/buttons.ts';
import { capital, dayAt, section, toFallback } from '../blocks/kit.ts';
import { person } from '../blocks/mentions.ts';
import { readApprovers } from '../features/approvals/approvers.ts';
import { type Job, LEASE_MS, startQueue } from '../jobs.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { identify } from '../payloads/payloads.ts';
import { PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { answerPlanned } from './answer-request.ts';
import type { ShownProgress } from './progress-message.ts';

/** A command that is later than this may no longer be wanted, so its person is asked. */
const MAX_LATE_MS = 60 * 60_000;
/** The maximum number of claims of one command, because it may crash the bot each time. */
const MAX_TRIES = 20;
/** The pause before a retry, doubled each time. */
const AGAIN_MS = 30_000;
const MAX_AGAIN_MS = 10 * 60_000;

/**
 * Runs planned commands when they are due, each with the current role of the person who planned it.
 * @returns a function that stops it.
 */
export function startRunningScheduled(job: Job<'schedules'>): () => void {
  const { clock, store, workspaceOf } = job;
  const { schedules } = store;
  return startQueue(job, schedules, {
    hold: (one) => schedules.hold(one, LEASE_MS),
    work: async (one, stopHolding) => {
      const workspace = await workspaceOf(one.tenantId);
      const due = catchUp(one, clock.now());
      const result = workspace
        ? await runWhenDue(due, clock.now(), workspace, (place) => schedules.showIn(one, place))
        : 'over';
      stopHolding();
      const next = result === 'next' ? nextOf(due) : null;
      if (next) await schedules.again(one, next.line, next.at.getTime());
      else if (result !== 'again') await schedules.done(one);
      else await schedules.hold(one, Math.min(MAX_AGAIN_MS, AGAIN_MS * 2 ** (one.tries - 1)));
    },
    failed: {
      one: 'planned command not run, will retry',
      all: 'planned commands delayed',
      facts: ({ id, tenantId }) => ({ tenant: tenantId, schedule: id }),
    },
  });
}

/** The next time of a recurring command; null for any other. */
function nextOf({ line }: ClaimedSchedule) {
  const read = parseCommand(line);
  return read.ok ? nextTimeOf(read.command) : null;
}

/** Skips to the latest time that has passed: nobody wants the earlier ones anymore. */
function catchUp(one: ClaimedSchedule, now: number): ClaimedSchedule {
  const next = nextOf(one);
  return next && next.at.getTime() <= now
    ? catchUp({ ...one, line: next.line, plannedFor: next.at.getTime() }, now)
    : one;
}

/** @returns `again`: retry later. `next`: done for this time. `over`: done for good. */
async function runWhenDue(
  one: ClaimedSchedule,
  now: number,
  workspace: Workspace,
  save: ShownProgress['save'],
): Promise<'again' | 'next' | 'over'> {
  const { channelId, line, plannedFor, tries, userId } = one;
  const asked = parseCommand(line);
  if (!asked.ok || !mayBePlanned(asked.command)) {
    const trouble = asked.ok ? 'this command cannot be planned' : 'a planned command cannot be read';
    workspace.log.error({ schedule: one.id }, trouble);
    return 'over';
  }
  const isLate = now - plannedFor > MAX_LATE_MS || tries > MAX_TRIES;
  const identified = await identify({ userId, isStranger: false, channelId: null }, workspace);
  const requester = { ...identified, channelId, planned: { id: one.id, for: new Date(plannedFor) } };
  const { access } = requester;
  if (!access.known && !isLate) return 'again';
  const request: SlackRequest = { ...PLAIN_REQUEST, requester, origin: NOWHERE, asked, line };
  const isOther = accountVersionOf(workspace.uploadTools.account) !== one.account;
  const isAllowed = Allowed.check(asked.command, requester) instanceof Allowed;
  if (!isOther && isAllowed && !isLate) {
    return (await answerPlanned(request, workspace, { place: one.progress, save })) ? 'next' : 'again';
  }
  const why = isOther
    ? 'the account has been reconnected since'
    : access.known && !isAllowed
      ? 'they no longer have the required role'
      : tries > 1
        ? 'it kept failing for an hour'
        : "I wasn't running then";
  await reportNotDone(one, { command: asked.command, isOther, requester, why }, workspace);
  // A recurring command ends if its person may no longer run it.
  return isOther || (access.known && !isAllowed) ? 'over' : 'next';
}

/** Notifies the person, and the audit channel or else the admins. */
async function reportNotDone(
  { line, plannedFor, progress, userId }: ClaimedSchedule,
  { command, isOther, requester, why }: { command: Command; isOther: boolean; requester: Requester; why: string },
  workspace: Workspace,
): Promise<void> {
  const verb = capital(verbOf(command));
  const words = `${person(userId)}'s planned change *${verb}*, due ${dayAt(new Date(plannedFor))}, didn't run, because ${why}. ${progress ? 'Some changes may have been made. Check `/abilities history`.' : 'Nothing changed.'}`;
  const blocks = [section(words), ...actions(isOther ? null : button(verb, { do: line }))];
  const answer = { surface: 'message', replaces: false, text: toFallback(words), blocks } as const;
  const to = { userId, origin: NOWHERE, openedViewId: null, triggerId: null, mustArrive: true };
  await workspace.outbound.deliver(hideForbidden(answer, requester), to);
  const { log, outbound, policy } = workspace;
  try {
    const { auditChannel } = await policy.read();
    const others = auditChannel ? [auditChannel] : (await readApprovers(userId, workspace)).asked.users;
    for (const other of others) await outbound.post(other, null, answer, 'announcement');
  } catch (error) {
    log.warn({ err: error }, 'announcement channel or admins not notified of a planned command that was not run');
  }
}
