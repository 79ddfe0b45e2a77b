import { LRUCache } from 'lru-cache';
import { sleep } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { outsideRequest } from '../../../base/request-context.ts';
import type { Access, Requester } from '../../../core/access.ts';
import { changeLookup } from '../../../core/changes.ts';
import { recallCodeProblems } from '../../../core/code-problems.ts';
import { browseAgents } from '../../../core/features/assign/assign.ts';
import { browseAbilities } from '../../../core/features/list.ts';
import { findStateEnds } from '../../../core/features/timed/state-ends.ts';
import { canOfferUndo } from '../../../core/features/undo.ts';
import { ALL_ABILITIES } from '../../../core/list-query.ts';
import { NotLockedError } from '../../../core/locks.ts';
import type { OperationContext } from '../../../core/operation-context.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import { isLikely } from '../../../core/problems.ts';
import { problemsOf } from '../../../core/read-problems.ts';
import { isCountedLine, reportTrouble, verbLookup } from '../../../core/run-command.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import type { TenantStore } from '../../../store/tenant-store.ts';
import { isUndo, type UndoRecord } from '../../../store/undo-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { withoutForbidden } from '../../blocks/buttons.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Priority } from '../../outbound/queue.ts';
import { drawInTurn } from '../../request/draw-in-turn.ts';
import type { RecentChange } from './change-line.ts';
import { HOME_ABOUT, HOME_MENU } from './menu.ts';
import { closedHome, type HomeContents, HomeNotice, homeView, MAX_UPLOADS_COUNTED } from './view.ts';

/** More than the tab shows, because a later change can prevent the undo of an earlier one. */
const MAX_CHANGES = 50;

/** The exact count does not matter beyond this. */
const MAX_APPROVALS = 50;

interface HomeSources {
  context: OperationContext;
  log: Logger;
  store: Pick<TenantStore, 'homeViewers' | 'uploads'>;
}

/** Reads everything in parallel, for users with access. Never throws: the view shows errors. */
async function readHome({ context, log, store }: HomeSources): Promise<HomeContents> {
  const unknown = (error: unknown) => {
    log.error({ err: error }, 'store unavailable, drawing the Home tab without it');
    return null;
  };
  const [list, agents, uploads, approvals, quiets, planned, changes] = await Promise.all([
    reportTrouble(() => browseAbilities(ALL_ABILITIES, context)),
    reportTrouble(() => browseAgents(context)),
    store.uploads.listOpen(MAX_UPLOADS_COUNTED).catch(unknown),
    context.approvals.store.waiting(MAX_APPROVALS).catch(unknown),
    context.quiets.list().catch(unknown),
    context.schedules.list().catch(unknown),
    context.undoLog.recent(MAX_CHANGES).catch(unknown),
  ]);
  const now = context.now().getTime();
  return {
    list:
      list.kind === 'list' && quiets && planned
        ? { ...list, ends: findStateEnds(planned, quiets, now, verbLookup) }
        : list,
    agents,
    uploads: uploads ?? [],
    approvals: approvals?.length ?? 0,
    quiets: quiets ?? [],
    planned: planned?.filter(({ line }) => isCountedLine(line)).length ?? 0,
    problems: (await countProblems(list, agents, context).catch(unknown)) ?? 0,
    changes: changes?.map((record) => recentChange(record, changes, approvals ?? [], context)) ?? null,
    ownAccount: context.connection.kind === 'own',
  };
}

/** Counts the likely problems in the given lists, without downloading any code; 0 if a list couldn't be read. */
async function countProblems(list: Outcome, agents: Outcome, context: OperationContext): Promise<number> {
  if (list.kind !== 'list' || agents.kind !== 'agents') return 0;
  const listed = agents.rows.map(({ agent }) => agent);
  const [knownOf, ofCode] = await Promise.all([
    context.assignments.lookUp(listed),
    recallCodeProblems(list.catalog, context),
  ]);
  return problemsOf(list.catalog, listed, knownOf, context).filter(isLikely).length + ofCode.length;
}

function recentChange(
  record: UndoRecord,
  recent: readonly UndoRecord[],
  waiting: readonly ApprovalRecord[],
  context: OperationContext,
): RecentChange {
  const isOpen = canOfferUndo(record, { recent, waiting }, { changes: changeLookup, context });
  return { record, undo: isOpen ? record.id : null, isRedo: isUndo(record.change) };
}

interface HomeParts extends HomeSources {
  outbound: Pick<Outbound, 'publishHome'>;
  newRef: () => string;
  /** Needed to omit buttons that the user may not use. */
  accessOf: (userId: string) => Promise<Access>;
}

/** A tab that was opened longer ago is probably no longer visible. Opening it again redraws it. */
const VIEWED_MS = 15 * 60_000;

const MAX_VIEWERS = 50;

/** Slack accepts about 100 views a minute. */
const EACH_MS = 600;

/**
 * The Home tabs that may be visible. A tab is drawn when it's opened, and redrawn after each change by the process that
 * made the change. While the store is unavailable, tabs are not redrawn.
 */
export class Homes {
  readonly #workspace: HomeParts;
  readonly #viewers: TenantStore['homeViewers'];
  #redrawing = false;
  #again = false;
  #isReplaced = false;

  constructor(workspace: HomeParts) {
    this.#workspace = workspace;
    this.#viewers = workspace.store.homeViewers;
  }

  /** Draws a tab that was just opened. @throws Slack errors. */
  opened(userId: string): Promise<void> {
    return this.draw(userId, null);
  }

  /** Draws a tab with the result of a click on it. @throws Slack errors. */
  async draw(userId: string, notice: HomeNotice | null): Promise<void> {
    await this.#viewers.remember(userId, notice).catch((error) => this.#warn(error));
    await this.#draw(userId, notice);
  }

  /**
   * Redraws the tab after a choice in a menu. Otherwise Slack keeps the choice selected, and selecting it again would
   * send nothing. Never throws.
   */
  async resetMenu(userId: string, actionId: string | undefined): Promise<void> {
    if (actionId !== HOME_MENU && actionId !== HOME_ABOUT) return;
    try {
      const viewer = await this.#viewers.find(userId).catch((error) => this.#warn(error));
      await this.#draw(userId, noticeOf(viewer?.notice));
    } catch (error) {
      this.#warn(error);
    }
  }

  /** Redraws the open tabs after the workspace was connected to another account. Never throws. */
  async accountChanged(): Promise<void> {
    await this.#viewers.forgetNotices().catch((error) => this.#warn(error));
    this.changed();
  }

  /** Stops drawing, because another object now draws the tabs, and this one knows only the previous account. */
  replaced(): void {
    this.#isReplaced = true;
  }

  /** Redraws all open tabs after a change to the account or an upload. Changes in quick succession share a drawing. */
  changed(): void {
    this.#again = true;
    // The loop also draws later changes, so it must not belong to this request.
    if (!this.#redrawing) void outsideRequest(() => this.#redrawWhileChanged());
  }

  async #redrawWhileChanged(): Promise<void> {
    this.#redrawing = true;
    while (this.#again) {
      this.#again = false;
      const viewers = await this.#redrawAll();
      // Changes during this pause are drawn together.
      await sleep(this.#workspace.context.clock, viewers * EACH_MS);
    }
    this.#redrawing = false;
  }

  /** @returns the number of open tabs. Never throws. */
  async #redrawAll(): Promise<number> {
    const { context } = this.#workspace;
    try {
      // Usually no tab is open, so no lease is needed.
      if ((await this.#viewers.recent(VIEWED_MS, 1)).length === 0) return 0;
      return await drawInTurn('homes', context, () => this.#redrawInTurn());
    } catch (error) {
      // Other processes held the lease the whole time, and may have read the account before this change.
      if (error instanceof NotLockedError) this.#again = true;
      this.#warn(error);
      return 0;
    }
  }

  async #redrawInTurn(): Promise<number> {
    const viewers = await this.#viewers.recent(VIEWED_MS, MAX_VIEWERS);
    // The account is read once for all tabs, and only if a user has access.
    let contents: HomeContents | null = null;
    for (const { notice, userId } of viewers.toReversed()) {
      const requester = await this.#requester(userId);
      if (!refuseVerb('list', requester)) contents ??= await readHome(this.#workspace);
      if (this.#isReplaced) break;
      await this.#publish(requester, contents, noticeOf(notice), 'progress').catch((error) => this.#warn(error));
    }
    return viewers.length;
  }

  /** Reads the account only for users with access. */
  async #draw(userId: string, notice: HomeNotice | null): Promise<void> {
    const requester = await this.#requester(userId);
    const contents = refuseVerb('list', requester) ? null : await readHome(this.#workspace);
    await this.#publish(requester, contents, notice, 'answer');
  }

  async #requester(userId: string): Promise<Requester> {
    const { accessOf, newRef } = this.#workspace;
    return { userId, access: await accessOf(userId), at: new Date(this.#now()), ref: newRef() };
  }

  async #publish(
    requester: Requester,
    contents: HomeContents | null,
    notice: HomeNotice | null,
    priority: Priority,
  ): Promise<void> {
    const { outbound } = this.#workspace;
    const { userId } = requester;
    const refusal = refuseVerb('list', requester);
    const tab = refusal || !contents ? closedHome(refusal, requester) : homeView(contents, requester, notice);
    await outbound.publishHome(userId, { ...tab, blocks: withoutForbidden(tab.blocks, requester) }, priority);
  }

  #warn(error: unknown): void {
    this.#workspace.log.warn({ err: error }, 'Home tab may be out of date');
  }

  #now(): number {
    return this.#workspace.context.now().getTime();
  }
}

const noticeOf = (stored: unknown): HomeNotice | null => HomeNotice.safeParse(stored).data ?? null;

/** If an older entry is evicted, at worst the Home tabs are redrawn once more. */
const MAX_REMEMBERED = 500;

/** The last reported state of each upload. Home tabs show states but not percentages. */
export class UploadStates {
  // Not `max`, which would allocate all entries up front in each workspace.
  readonly #told = new LRUCache<string, string>({ maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 });

  /** True if the state differs from the one in the previous call. */
  hasChanged({
    id,
    state,
    trouble,
    verification,
  }: Pick<UploadRecord, 'id' | 'state' | 'trouble' | 'verification'>): boolean {
    const now = trouble ? 'waits' : verification?.looks ? 'looks again' : state;
    if (this.#told.get(id) === now) return false;
    this.#told.set(id, now);
    return true;
  }

  forget(id: string): void {
    this.#told.delete(id);
  }
}
