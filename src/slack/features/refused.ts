import type { AccessRefusal } from '../../core/access.ts';
import type { MessageAnswer } from '../blocks/kit.ts';
import { sentenceModal } from '../blocks/modals.ts';
import { refWords, sentenceMessage } from '../blocks/sentences.ts';
import { refusalTextOf } from '../feature.ts';
import { connectRefusals } from './connect.ts';
import { accessRefusals } from './whoami.ts';

type Refused = AccessRefusal | { why: 'copied-button' | 'old-account' };

const REFUSALS = { ...accessRefusals, 'not-connected': connectRefusals['not-connected'] };

/** Explains a refusal made before any call to the service. */
export function refusedSentence(refusal: Refused, ref: string): string {
  const { hasRef, sentence } = refusalTextOf(REFUSALS, refusal.why);
  return hasRef ? `${sentence(refusal)} ${refWords({ ref })}` : sentence(refusal);
}

export const refusedMessage = (refusal: Refused, ref: string): MessageAnswer =>
  sentenceMessage(refusedSentence(refusal, ref));

export const refusedModal = (refusal: Refused, ref: string) =>
  sentenceModal('Abilities', refusedSentence(refusal, ref));
