import type { types } from '@slack/bolt';
import type { FieldErrors } from './form-values.ts';

/** What the answer to a submitted form may be, when it is not simply closed. */
export type FormReply =
  | { response_action: 'errors'; errors: FieldErrors }
  | { response_action: 'update'; view: types.ModalView };
