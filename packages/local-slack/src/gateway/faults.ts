import type { Block } from '../block-kit/blocks.ts';
import { readObject } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';

/** A simulated failure of a call to Slack. */
export type Fault =
  | { status: number; retryAfter?: number }
  | { error: string }
  | { delayUntil: Promise<unknown> }
  /** The connection is cut before the call. */
  | 'reset'
  /** The call is carried out, then the connection is cut. */
  | 'answer-lost';

/** Answers `invalid_blocks` to content with this block, like a workspace that does not have the block yet. */
export interface BlockRejection {
  rejectBlock: Block['type'];
}

export interface FaultRule {
  /**
   * A Web API method, `response_url`, `file`, `upload`, or `*` for every call. The rejection of a block also applies to
   * `ack`, the body of an ack.
   */
  method: string;
  /** Number of calls affected. Default: 1. */
  times?: number;
  fault: Fault | BlockRejection;
}

interface Waiting {
  method: string;
  left: number;
  fault: Fault | BlockRejection;
}

const isRejection = (fault: Waiting['fault']): fault is BlockRejection =>
  typeof fault === 'object' && 'rejectBlock' in fault;

/** Faults that have not been used up, oldest first. */
export class Faults {
  #waiting: Waiting[] = [];

  add({ method, times = 1, fault }: FaultRule): void {
    this.#waiting.push({ method, left: times, fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault for this call, if any, counted as used. */
  take(method: string): Fault | undefined {
    const rule = this.#waiting.find((candidate) => isFor(candidate, method) && !isRejection(candidate.fault));
    if (!rule || isRejection(rule.fault)) return undefined;
    this.#use(rule);
    return rule.fault;
  }

  /** Slack's error if a block of this content is to be rejected, counted as used. */
  takeRejection(method: string, content: unknown): SlackApiError | undefined {
    const blocks = listBlocks(content);
    for (const rule of this.#waiting) {
      if (!isFor(rule, method) || !isRejection(rule.fault)) continue;
      const { rejectBlock } = rule.fault;
      const found = blocks.find(({ type }) => type === rejectBlock);
      if (!found) continue;
      this.#use(rule);
      return new SlackApiError('invalid_blocks', {}, [
        `[ERROR] unsupported type: ${rejectBlock} [json-pointer:${found.pointer}/type]`,
      ]);
    }
    return undefined;
  }

  #use(rule: Waiting): void {
    rule.left -= 1;
    if (rule.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== rule);
  }
}

const isFor = (rule: Waiting, method: string) => rule.method === method || rule.method === '*';

/** The blocks of a message, or of the view of a modal or App Home. */
function listBlocks(content: unknown): { type: unknown; pointer: string }[] {
  const { blocks, view } = readObject(content);
  const describe = (list: unknown, path: string) =>
    Array.isArray(list)
      ? list.map((block, index) => ({ type: readObject(block).type, pointer: `${path}/${index}` }))
      : [];
  return [...describe(blocks, '/blocks'), ...describe(readObject(view).blocks, '/view/blocks')];
}
