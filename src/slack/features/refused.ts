import type { AccessRefusal } from '../../core/access.ts';
import { tellingOf } from '../blocks/drawing.ts';
import type { MessageAnswer } from '../blocks/kit.ts';
import { sentenceModal } from '../blocks/modals.ts';
import { sentenceMessage } from '../blocks/sentences.ts';
import { connectTellings } from './connect.ts';
import { accessTellings } from './whoami.ts';

type Refused = AccessRefusal | { why: 'copied-button' };

const TELLINGS = { ...accessTellings, 'not-connected': connectTellings['not-connected'] };

/** Explains a refusal made before any call to the service. */
export const refusedSentence = (refusal: Refused, ref: string): string =>
  `${tellingOf(TELLINGS, refusal).sentence(refusal)} (ref ${ref})`;

export const refusedMessage = (refusal: Refused, ref: string): MessageAnswer =>
  sentenceMessage(refusedSentence(refusal, ref));

export const refusedModal = (refusal: Refused, ref: string) =>
  sentenceModal('Abilities', refusedSentence(refusal, ref));
