import type { Requester } from '../../core/access.ts';
import type { UploadForm } from '../../core/features/upload.ts';
import { changesSomething } from '../../core/registry.ts';
import type { Parsed } from '../../core/verbs.ts';
import type { SharedFile } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import type { OpenView } from '../outbound/outbound.ts';
import type { Drawn, PressedElement } from '../outbound/pressed-messages.ts';

/** One thing that somebody asked for, whatever way it came in. */
export interface SlackRequest {
  requester: Requester;
  origin: Origin;
  triggerId: string | null;
  /** False if the store could not rule out a redelivery: reads are fine then, changes are not. */
  isClaimed: boolean;
  /** What was asked; why not, when it could not be read or may not be done. */
  asked: Parsed;
  /** The command line that was typed, or that the button carries; null for what no line says. */
  line: string | null;
  /** The command line to draw in place of the clicked message afterwards. */
  redraw: string | null;
  /** Whether the button was sure that a form follows. */
  asks: boolean;
  /** Whether the answer is for everybody in the channel. */
  share: boolean;
  /** Whether it was asked where no message can stand: what is shown is shown in a modal of its own. */
  inModal: boolean;
  /** A modal that waits for the answer already. */
  opened: OpenView | null;
  /** The button or menu that was pressed, with the message around it where Slack sends that; null for what was typed. */
  pressed: (Omit<PressedElement, 'label'> & { drawn: Drawn | null }) | null;
  file: SharedFile | null;
  draft: UploadForm | null;
}

/** What most requests do not have. */
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
} satisfies Partial<SlackRequest>;

/** Whether a request changes something, on the account or in what is set for the workspace. */
export const changes = ({ asked }: Pick<SlackRequest, 'asked'>): boolean => asked.ok && changesSomething(asked.command);
