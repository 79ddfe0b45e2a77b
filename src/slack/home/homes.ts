import { setTimeout as wait } from 'node:timers/promises';
import { type HomeContents, homeView } from '../blocks/home/home-view.ts';
import type { Asked } from '../blocks/notice.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { type HomeSources, readHome } from './read-home.ts';

/** What came of a click in the Home tab, shown on top of it. */
export interface HomeNotice {
  /** mrkdwn. */
  text: string;
  /** The change that the person may take back. */
  undo: string | null;
}

interface Viewer {
  openedAt: number;
  notice: HomeNotice | null;
}

interface HomeParts extends HomeSources {
  outbound: Pick<Outbound, 'publishHome'>;
  newRef: () => string;
}

/** Who opened it longer ago has most likely left it; opening it again draws it anew. */
const VIEWED_MS = 15 * 60_000;
const MOST_VIEWERS = 50;
/** Slack takes some 100 views a minute. */
const EACH_MS = 600;

/** The Home tabs that people may have before them: drawn when they are opened, and again when something changed. */
export class Homes {
  readonly #parts: HomeParts;
  readonly #viewers = new Map<string, Viewer>();
  #redrawing = false;
  #again = false;

  constructor(parts: HomeParts) {
    this.#parts = parts;
  }

  /** Draws it for somebody who looks at it now. @throws what Slack throws. */
  async opened(userId: string): Promise<void> {
    this.#remember(userId, null);
    await this.#publish(userId, await this.#read(userId));
  }

  /** Draws it with what came of a click in it. @throws what Slack throws. */
  async draw(userId: string, notice: HomeNotice | null): Promise<void> {
    this.#remember(userId, notice);
    await this.#publish(userId, await this.#read(userId));
  }

  /** Something on the account or about an upload changed: everybody who looks sees it. Changes that come together are drawn once. */
  changed(): void {
    this.#again = true;
    if (!this.#redrawing) void this.#redrawWhileChanged();
  }

  async #redrawWhileChanged(): Promise<void> {
    this.#redrawing = true;
    while (this.#again) {
      this.#again = false;
      const viewers = await this.#redrawAll();
      // What changes meanwhile is drawn together.
      await wait(viewers * EACH_MS, undefined, { ref: false });
    }
    this.#redrawing = false;
  }

  #remember(userId: string, notice: HomeNotice | null): void {
    // Set anew, so that the map stays in the order of the last look.
    this.#viewers.delete(userId);
    this.#viewers.set(userId, { openedAt: this.#now(), notice });
  }

  /** @returns how many people have it before them. */
  async #redrawAll(): Promise<number> {
    const since = this.#now() - VIEWED_MS;
    for (const [userId, { openedAt }] of this.#viewers) if (openedAt < since) this.#viewers.delete(userId);
    const viewers = [...this.#viewers.keys()].slice(-MOST_VIEWERS);
    const [first] = viewers;
    if (first === undefined) return 0;
    try {
      // The account is read once for all of them.
      const contents = await this.#read(first);
      for (const userId of viewers) await this.#publish(userId, contents).catch((error) => this.#warn(error));
    } catch (error) {
      this.#warn(error);
    }
    return viewers.length;
  }

  #read(userId: string): Promise<HomeContents> {
    return readHome(this.#parts, userId);
  }

  async #publish(userId: string, contents: HomeContents): Promise<void> {
    const { newRef, outbound } = this.#parts;
    const asked: Asked = { userId, at: new Date(this.#now()), ref: newRef() };
    await outbound.publishHome(userId, homeView(contents, asked, this.#viewers.get(userId)?.notice ?? null));
  }

  #warn(error: unknown): void {
    this.#parts.log.warn({ err: error }, 'a Home tab could not be drawn anew');
  }

  #now(): number {
    return this.#parts.context.now().getTime();
  }
}
