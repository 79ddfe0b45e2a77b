import type { webApi } from '@slack/bolt';
import type { Config } from '../config.ts';
import type { OperationContext } from '../core/operations/context.ts';
import type { Logger } from '../logger.ts';
import type { Store } from '../store/open-store.ts';
import type { UploadTools } from '../uploads/upload-tools.ts';
import type { UploadWorker } from '../uploads/upload-worker.ts';
import type { SharedChanges } from './corridor/shared-changes.ts';
import type { Homes } from './home/homes.ts';
import type { Outbound } from './outbound/outbound.ts';

/** What the Slack side works with, made once at start. */
export interface Parts {
  config: Config;
  log: Logger;
  /** For files, and for what nobody waits for. */
  client: webApi.WebClient;
  /** The workspace that the bot's token belongs to. */
  teamId: string;
  context: OperationContext;
  outbound: Outbound;
  /** The Home tabs that people have before them. */
  homes: Homes;
  /** From which messages that everybody sees something was changed lately. */
  sharedChanges: SharedChanges;
  store: Store;
  /** What Slack delivered lately: an event or a form that comes again is known. */
  seen: Store['seen'];
  uploadTools: UploadTools;
  uploadWorker: UploadWorker;
  /** A short number that a person can quote and that stands in the log. */
  newRef: () => string;
  /** After how many milliseconds without an answer the person is told that it still comes. */
  waitNoticeMs: number;
}
