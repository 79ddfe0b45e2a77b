import type { webApi } from '@slack/bolt';
import type { Config } from '../config.ts';
import type { OperationContext } from '../core/operations/context.ts';
import type { Logger } from '../logger.ts';
import type { Spool } from './files/spool.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { SeenEvents } from './seen-events.ts';
import type { RunningUploads } from './upload/running-uploads.ts';
import type { TakenNames } from './upload/taken-names.ts';

/** What the Slack side works with, made once at start. */
export interface Parts {
  config: Config;
  log: Logger;
  client: webApi.WebClient;
  /** The workspace that the bot's token belongs to. */
  teamId: string;
  context: OperationContext;
  outbound: Outbound;
  seen: SeenEvents;
  takenNames: TakenNames;
  spool: Spool;
  runningUploads: RunningUploads;
  /** A short number that a person can quote and that stands in the log. */
  newRef: () => string;
  /** After how many milliseconds without an answer the person is told that it still comes. */
  waitNoticeMs: number;
}
