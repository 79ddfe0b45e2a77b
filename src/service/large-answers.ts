/** An answer up to this size never waits. A list of 200 Abilities is smaller. */
export const SMALL_BYTES = 64 * 1024;

/** Enough to receive some answers while others are parsed. A higher limit would only use more memory. */
const WORKSPACES_AT_ONCE = 8;

/**
 * Reads of one workspace that share a slot. Its lists are joined, so it would be wasteful to keep one while waiting for
 * the others.
 */
interface Group {
  reads: number;
  state: 'small' | 'waiting' | 'admitted';
  /** Resolves when the group is admitted. */
  admitted: Promise<void>;
  admit: () => void;
}

/** One read of the service, from the request to the parsed answer. */
interface AnswerRead {
  /**
   * Call this once the answer is larger than {@link SMALL_BYTES}. Resolves when the rest may be read.
   * @throws the signal's reason.
   */
  grow: (signal: AbortSignal) => Promise<void>;
  /** Call this when the answer is parsed or the read has failed. */
  end: () => void;
}

export interface WorkspaceReads {
  begin: () => AnswerRead;
  /** True while one of the reads waits for a slot. */
  readonly isWaiting: boolean;
}

/**
 * Limits how many workspaces of a process read large answers at the same time, because a received answer takes several
 * times its size until it is parsed. Other workspaces wait in order, each for a single slot. Meanwhile, the rest of
 * their answers isn't received.
 */
export class LargeAnswers {
  readonly #maxAdmitted: number;
  readonly #waiting = new Set<Group>();
  #admitted = 0;

  constructor(maxAdmitted = WORKSPACES_AT_ONCE) {
    this.#maxAdmitted = maxAdmitted;
  }

  ofWorkspace(): WorkspaceReads {
    let latest: Group | null = null;
    let waiting = 0;
    const begin = (): AnswerRead => {
      // A workspace that never stops reading must not keep its slot while others wait.
      const mayJoin = latest && latest.reads > 0 && (latest.state !== 'admitted' || this.#waiting.size === 0);
      const group = latest && mayJoin ? latest : makeGroup();
      latest = group;
      group.reads += 1;
      return {
        grow: async (signal) => {
          this.#enter(group);
          if (group.state === 'admitted') return;
          waiting += 1;
          try {
            await unlessAborted(group.admitted, signal);
          } finally {
            waiting -= 1;
          }
        },
        end: () => this.#leave(group),
      };
    };
    return {
      begin,
      get isWaiting() {
        return waiting > 0;
      },
    };
  }

  #enter(group: Group): void {
    if (group.state !== 'small') return;
    group.state = 'waiting';
    this.#waiting.add(group);
    this.#admitNext();
  }

  #leave(group: Group): void {
    group.reads -= 1;
    if (group.reads > 0) return;
    this.#waiting.delete(group);
    if (group.state === 'admitted') this.#admitted -= 1;
    this.#admitNext();
  }

  #admitNext(): void {
    for (const group of this.#waiting) {
      if (this.#admitted >= this.#maxAdmitted) return;
      this.#waiting.delete(group);
      this.#admitted += 1;
      group.state = 'admitted';
      group.admit();
    }
  }
}

function makeGroup(): Group {
  let admit = () => {};
  const admitted = new Promise<void>((resolve) => {
    admit = resolve;
  });
  return { reads: 0, state: 'small', admitted, admit };
}

const unlessAborted = (work: Promise<void>, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
