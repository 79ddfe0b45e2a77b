import { type CodeProblem, keyOfCode } from '../../src/core/code-problems.ts';
import { keyOf, type Problem } from '../../src/core/problems.ts';
import type { Change, UndoRecord } from '../../src/store/undo-record.ts';
import type { AccountChange } from '../../src/watch/compare.ts';
import type { ProblemNews } from '../../src/watch/compare-problems.ts';
import { type AccountCheck, type WatchPorts, watchAccount } from '../../src/watch/watch-account.ts';
import { HandClock } from '../hand-clock.ts';
import { World } from './world.ts';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

const isOfCode = (problem: Problem | CodeProblem): problem is CodeProblem =>
  problem.kind === 'other-code' || problem.kind === 'same-code';

/** A check of an account in memory, with a manual clock. */
export class WatchBench {
  readonly clock = new HandClock();
  readonly world = new World();
  readonly recorded: UndoRecord[] = [];
  readonly told: { changes: readonly AccountChange[]; seenAt: Date }[] = [];
  /** What was said about problems with each of them. */
  readonly toldProblems: ProblemNews[] = [];
  /** The problems that the next check finds. */
  problems: readonly Problem[] = [];
  codeProblems: readonly CodeProblem[] = [];
  /** What an earlier read of the code says, until it is read again; null if there was none. */
  rememberedCode: readonly CodeProblem[] | null = null;
  /** Whether the Abilities of the Agents are known. */
  areAgentsKnown = true;
  isCodeKnown = true;
  /** Every snapshot saved, in order. */
  readonly kept: { document: string; takenAt: Date }[] = [];
  /** Whether the bot has work in progress. */
  atWork = false;
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
    problems: {
      find: async () => ({
        lists: this.problems,
        code: this.rememberedCode ?? this.codeProblems,
        isKnown: () => this.areAgentsKnown,
        isCodeKnown: () => this.isCodeKnown,
      }),
      forgetCode: () => {
        this.rememberedCode = null;
      },
      sentence: (problem) => (isOfCode(problem) ? keyOfCode(problem) : keyOf(problem)),
    },
    notify: async (changes, seenAt, problems) => {
      this.told.push({ changes, seenAt });
      this.toldProblems.push(problems);
    },
    now: () => new Date(this.clock.now()),
  };

  record(change: Change): void {
    const id = String(this.recorded.length).padStart(16, '0');
    const at = new Date(this.clock.now() - this.behindMs);
    this.recorded.push({ id, userId: 'U0ANA', account: null, at, change, undoneBy: null, shared: null });
  }

  /** @param changed overrides for this check. */
  look(changed: Partial<WatchPorts> = {}): Promise<AccountCheck> {
    this.clock.move(5 * MINUTE);
    return watchAccount({ ...this.ports, ...changed });
  }

  /** The changes reported by a check, which must be one that compares. */
  async changes(changed: Partial<WatchPorts> = {}): Promise<readonly AccountChange[]> {
    const look = await this.look(changed);
    if (look.kind === 'changed') return look.changes;
    if (look.kind === 'unchanged') return [];
    throw new Error(`Nothing was compared: ${look.kind}.`);
  }
}
