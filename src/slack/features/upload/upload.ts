import type { SlackFeature } from '../../feature.ts';
import { choiceDrawings } from './draw-choices.ts';
import { uploadedWords } from './entry.ts';
import { uploadForms } from './form.ts';
import { uploadDrawings } from './form-view.ts';
import { uploadRefusals } from './messages.ts';
import { uploadLines } from './record.ts';
import { updateForms } from './update.ts';

export const uploadFeature = {
  drawings: { ...uploadDrawings, ...choiceDrawings },
  refusals: uploadRefusals,
  forms: { ...uploadForms, ...updateForms },
  lines: uploadLines,
  shortcuts: { 'upload-ability': { verb: 'upload' } },
  entries: { upload: { done: uploadedWords } },
} satisfies SlackFeature;
