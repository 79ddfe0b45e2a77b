import { type ByTag, joinTables } from '../../base/by-tag.ts';
import { FEATURES } from '../features/index.ts';
import type { ModalMetadata } from '../modal-metadata.ts';
import { CLOSED, type Form, type Forms } from '../payloads/form-values.ts';

const FORMS: Forms<ModalMetadata['form']> = {
  ...joinTables(FEATURES.flatMap((feature) => ('forms' in feature ? feature.forms : []))),
  // An answer shown in a modal has nothing to submit.
  answer: { verb: 'help', submit: () => CLOSED, isOfAnyAccount: true },
};

export const formRowOf = <F extends ModalMetadata['form']>(form: F): Form<ByTag<ModalMetadata, 'form', F>> =>
  FORMS[form];

const FOLLOWING: ReadonlySet<unknown> = new Set(
  Object.entries(FORMS).flatMap(([form, { redraw }]) => (redraw && redraw.button === undefined ? [form] : [])),
);

/** True if other parts of the form change with each field. @param form the name from the metadata, not validated. */
export const followsFields = (form: unknown): boolean => FOLLOWING.has(form);
