import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../../base/logger.ts';
import type { Access, Requester } from '../../../core/access.ts';
import { browseAgents } from '../../../core/features/assign/assign.ts';
import { browseAbilities } from '../../../core/features/list.ts';
import { canUndoNow, isOvertaken } from '../../../core/features/undo.ts';
import { ALL_ABILITIES } from '../../../core/list-query.ts';
import { tellTrouble } from '../../../core/operate.ts';
import type { OperationContext } from '../../../core/operation-context.ts';
import { refuseVerb } from '../../../core/permissions.ts';
import type { Store } from '../../../store/store.ts';
import { isUndo, type UndoRecord } from '../../../store/undo-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { withoutForbidden } from '../../blocks/buttons.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Priority } from '../../outbound/queue.ts';
import type { RecentChange } from './change-line.ts';
import { HOME_MENU } from './menu.ts';
import { closedHome, type HomeContents, type HomeNotice, homeView, MAX_UPLOADS_COUNTED } from './view.ts';

/** Later changes decide whether an earlier one can still be undone. */
const MAX_CHANGES = 50;

/** The exact count does not matter beyond this. */
const MAX_APPROVALS = 50;

interface HomeSources {
  context: OperationContext;
  log: Logger;
  store: Pick<Store, 'uploads'>;
  teamId: string;
}

/** Reads everything in parallel, for users with access. Never throws: the view shows errors. */
async function readHome({ context, log, store, teamId }: HomeSources): Promise<HomeContents> {
  const unknown = (error: unknown) => {
    log.error({ err: error }, 'store unavailable, drawing the Home tab without it');
    return null;
  };
  const [list, agents, uploads, approvals, changes] = await Promise.all([
    tellTrouble(() => browseAbilities(ALL_ABILITIES, context)),
    tellTrouble(() => browseAgents(context)),
    store.uploads.listOpen(teamId, MAX_UPLOADS_COUNTED).catch(unknown),
    context.approvals.book.waiting(MAX_APPROVALS).catch(unknown),
    context.undoLog.recent(MAX_CHANGES).catch(unknown),
  ]);
  return {
    ...{ list, agents, uploads: uploads ?? [], approvals: approvals?.length ?? 0 },
    changes: changes?.map((record) => recentChange(record, changes, context)) ?? null,
    ownAccount: context.connection.kind === 'own',
  };
}

function recentChange(record: UndoRecord, latest: readonly UndoRecord[], context: OperationContext): RecentChange {
  const isOpen = canUndoNow(record, context) && !isOvertaken(record, latest);
  return { record, undo: isOpen ? record.id : null, isRedo: isUndo(record.change) };
}

interface Viewer {
  openedAt: number;
  notice: HomeNotice | null;
}

interface HomeParts extends HomeSources {
  outbound: Pick<Outbound, 'publishHome'>;
  newRef: () => string;
  /** Buttons that the user may not use are omitted. */
  accessOf: (userId: string) => Promise<Access>;
}

/** A tab opened longer ago has probably been left; opening it again redraws it. */
const VIEWED_MS = 15 * 60_000;

const MAX_VIEWERS = 50;

/** Slack accepts about 100 views a minute. */
const EACH_MS = 600;

/** The Home tabs that may be visible: drawn when opened, and again after a change. */
export class Homes {
  readonly #workspace: HomeParts;
  readonly #viewers = new Map<string, Viewer>();
  #redrawing = false;
  #again = false;

  constructor(workspace: HomeParts) {
    this.#workspace = workspace;
  }

  /** Draws a tab that was just opened. @throws Slack errors. */
  async opened(userId: string): Promise<void> {
    this.#remember(userId, null);
    await this.#draw(userId);
  }

  /** Draws a tab with the result of a click on it. @throws Slack errors. */
  async draw(userId: string, notice: HomeNotice | null): Promise<void> {
    this.#remember(userId, notice);
    await this.#draw(userId);
  }

  /**
   * Draws the tab again after a choice in its menu: Slack keeps showing the choice otherwise, and does not send it a
   * second time. Never throws.
   */
  async resetMenu(userId: string, actionId: string | undefined): Promise<void> {
    if (actionId !== HOME_MENU) return;
    await this.#draw(userId).catch((error) => this.#warn(error));
  }

  /** Takes over the open tabs after the workspace has switched accounts. */
  takeOver(before: Homes): void {
    for (const [userId, { openedAt }] of before.#viewers) this.#viewers.set(userId, { openedAt, notice: null });
    before.#viewers.clear();
    this.changed();
  }

  /** Redraws all open tabs after a change of the account or of an upload. Changes close together are drawn once. */
  changed(): void {
    this.#again = true;
    if (!this.#redrawing) void this.#redrawWhileChanged();
  }

  async #redrawWhileChanged(): Promise<void> {
    this.#redrawing = true;
    while (this.#again) {
      this.#again = false;
      const viewers = await this.#redrawAll();
      // Changes during this pause are drawn together.
      await wait(viewers * EACH_MS, undefined, { ref: false });
    }
    this.#redrawing = false;
  }

  #remember(userId: string, notice: HomeNotice | null): void {
    // Inserted again, to order the map by last use.
    this.#viewers.delete(userId);
    this.#viewers.set(userId, { openedAt: this.#now(), notice });
  }

  /** @returns the number of open tabs. */
  async #redrawAll(): Promise<number> {
    const since = this.#now() - VIEWED_MS;
    for (const [userId, { openedAt }] of this.#viewers) if (openedAt < since) this.#viewers.delete(userId);
    const viewers = [...this.#viewers.keys()].slice(-MAX_VIEWERS);
    const [first] = viewers;
    if (first === undefined) return 0;
    try {
      // The account is read once for all tabs, and only if a user has access.
      let contents: HomeContents | null = null;
      for (const userId of viewers) {
        const requester = await this.#requester(userId);
        if (!refuseVerb('list', requester)) contents ??= await readHome(this.#workspace);
        await this.#publish(requester, contents, 'progress').catch((error) => this.#warn(error));
      }
    } catch (error) {
      this.#warn(error);
    }
    return viewers.length;
  }

  /** Reads the account only for users with access. */
  async #draw(userId: string): Promise<void> {
    const requester = await this.#requester(userId);
    await this.#publish(requester, refuseVerb('list', requester) ? null : await readHome(this.#workspace), 'answer');
  }

  async #requester(userId: string): Promise<Requester> {
    const { accessOf, newRef } = this.#workspace;
    return { userId, access: await accessOf(userId), at: new Date(this.#now()), ref: newRef() };
  }

  async #publish(requester: Requester, contents: HomeContents | null, priority: Priority): Promise<void> {
    const { outbound } = this.#workspace;
    const { userId } = requester;
    const notice = this.#viewers.get(userId)?.notice ?? null;
    const refusal = refuseVerb('list', requester);
    const tab = refusal || !contents ? closedHome(refusal, requester) : homeView(contents, requester, notice);
    await outbound.publishHome(userId, { ...tab, blocks: withoutForbidden(tab.blocks, requester) }, priority);
  }

  #warn(error: unknown): void {
    this.#workspace.log.warn({ err: error }, 'Home tab not redrawn');
  }

  #now(): number {
    return this.#workspace.context.now().getTime();
  }
}

/** Older entries are forgotten; at worst the Home tabs are redrawn once more. */
const MAX_REMEMBERED = 500;

/** The last reported state of each upload. Home tabs show only states, not percentages. */
export class UploadStates {
  readonly #told = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  /** Whether the state differs from that of the last call. */
  hasChanged({ id, state, trouble }: Pick<UploadRecord, 'id' | 'state' | 'trouble'>): boolean {
    const now = trouble ? 'waits' : state;
    if (this.#told.get(id) === now) return false;
    this.#told.set(id, now);
    return true;
  }

  forget(id: string): void {
    this.#told.delete(id);
  }
}
