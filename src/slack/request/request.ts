import type { Requester } from '../../core/access.ts';
import type { UploadForm } from '../../core/features/upload/upload.ts';
import { changesSomething } from '../../core/registry.ts';
import type { Parsed } from '../../core/verbs.ts';
import type { SharedFile } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import type { OpenView } from '../outbound/outbound.ts';
import type { Drawn, PressedElement } from '../outbound/pressed-messages.ts';

/** A request by a person, from any source. */
export interface SlackRequest {
  requester: Requester;
  origin: Origin;
  triggerId: string | null;
  /** False if the store couldn't rule out a redelivery. Reads are safe then, changes aren't. */
  isClaimed: boolean;
  /** The command; or why it couldn't be parsed or isn't permitted. */
  asked: Parsed;
  /** The command line, typed or from the button; null if none can express the request. */
  line: string | null;
  /** The command line that redraws the clicked message afterward. */
  redraw: string | null;
  /** True if the button's value says that a form always follows. */
  asks: boolean;
  /** True to post the answer in the channel. */
  share: boolean;
  /** True if there is no message to answer in, so views open in a modal. */
  inModal: boolean;
  /** A modal that is already open for the answer. */
  opened: OpenView | null;
  /** The clicked button or menu, with its message if Slack sends it; null for typed commands. */
  pressed: (Omit<PressedElement, 'label'> & { drawn: Drawn | null }) | null;
  file: SharedFile | null;
  draft: UploadForm | null;
  /**
   * The audit entry of a killed process that this request continues, with its start in milliseconds since 1970; null
   * for none.
   */
  resumes: { id: string; startedAt: number } | null;
}

export const PLAIN_REQUEST = {
  triggerId: null,
  isClaimed: true,
  line: null,
  redraw: null,
  asks: false,
  share: false,
  inModal: false,
  opened: null,
  pressed: null,
  file: null,
  draft: null,
  resumes: null,
} satisfies Partial<SlackRequest>;

/** True if a request changes the account or the workspace's settings. */
export const changes = ({ asked }: Pick<SlackRequest, 'asked'>): boolean => asked.ok && changesSomething(asked.command);
