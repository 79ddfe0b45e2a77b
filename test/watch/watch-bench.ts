import type { Change, UndoRecord } from '../../src/store/undo-record.ts';
import type { AccountChange } from '../../src/watch/compare.ts';
import { type Look, type WatchPorts, watchAccount } from '../../src/watch/watch-account.ts';
import { HandClock } from '../hand-clock.ts';
import { World } from './world.ts';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A check of an account in memory, with a manual clock. */
export class WatchBench {
  readonly clock = new HandClock();
  readonly world = new World();
  readonly recorded: UndoRecord[] = [];
  readonly told: { changes: readonly AccountChange[]; seenAt: Date }[] = [];
  /** Every snapshot saved, in order. */
  readonly kept: { document: string; takenAt: Date }[] = [];
  /** Whether it is this process's turn, and whether the bot has work in progress. */
  isOurTurn = true;
  atWork = false;
  turnsGivenBack = 0;
  /** Clock lag of the process that records. */
  behindMs = 0;
  readonly ports: WatchPorts = {
    account: 'https://service.example#1',
    service: this.world,
    snapshots: {
      read: async () => this.kept.at(-1) ?? null,
      save: async (document, takenAt) => void this.kept.push({ document, takenAt }),
    },
    ownChanges: async (since) => this.recorded.filter(({ at }) => at >= since),
    historyKeepMs: 90 * DAY,
    isAtWork: async () => this.atWork,
    claimTurn: async () => this.isOurTurn,
    giveTurnBack: async () => {
      this.turnsGivenBack += 1;
    },
    tell: async (changes, seenAt) => void this.told.push({ changes, seenAt }),
    now: () => new Date(this.clock.now()),
  };

  record(change: Change): void {
    const id = String(this.recorded.length).padStart(16, '0');
    const at = new Date(this.clock.now() - this.behindMs);
    this.recorded.push({ id, userId: 'U0ANA', at, change, undoneBy: null });
  }

  /** @param changed overrides for this check. */
  look(changed: Partial<WatchPorts> = {}): Promise<Look> {
    this.clock.move(5 * MINUTE);
    return watchAccount({ ...this.ports, ...changed });
  }

  /** The changes reported by a check, which must be one that compares. */
  async changes(changed: Partial<WatchPorts> = {}): Promise<readonly AccountChange[]> {
    const look = await this.look(changed);
    if (look.kind === 'told') return look.changes;
    if (look.kind === 'unchanged') return [];
    throw new Error(`Nothing was compared: ${look.kind}.`);
  }
}
