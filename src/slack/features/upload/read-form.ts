import { formatBytes } from '@abilities-bot/ability-zip';
import { AgentId, Category } from '@abilities-bot/service-api';
import * as z from 'zod';
import { readToggleAll } from '../../../core/features/toggle-all.ts';
import type { UploadForm } from '../../../core/features/upload/upload.ts';
import { isAbilityName } from '../../../core/references.ts';
import {
  Choice,
  Choices,
  type FieldErrors,
  type FormFile,
  fieldOf,
  fileOf,
  type Read,
  textOf,
} from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';
import { readTriggerWords } from '../triggers.ts';
import { UPLOAD_FIELDS, WRAP_FIELD } from './form-view.ts';
import { suggestName } from './suggest-name.ts';

export interface UploadSubmission {
  form: UploadForm;
  /** Null if the form is about a dropped file. */
  zip: FormFile | null;
  icon: FormFile | null;
  wrap: boolean;
  /** The Agent that gets the Ability; null for none. */
  addTo: { id: AgentId; name: string } | null;
}

/** Checks what Slack doesn't check in required fields. Names with non-Latin letters are left to the service. */
export function readUploadForm(view: View, limits: { maxBytes: number; maxIconBytes: number }): Read<UploadSubmission> {
  const errors: FieldErrors = {};
  const name = textOf(view, UPLOAD_FIELDS.name);
  if (name === '') errors[UPLOAD_FIELDS.name] = 'Enter a name.';
  else if (!isAbilityName(name)) errors[UPLOAD_FIELDS.name] = invalidName(name);
  else if (readToggleAll('enable', name))
    errors[UPLOAD_FIELDS.name] = `In a command, “${name}” means several Abilities. Choose another name.`;
  const description = textOf(view, UPLOAD_FIELDS.description).replace(/\s+/g, ' ');
  if (description === '') errors[UPLOAD_FIELDS.description] = 'Describe the Ability in one line.';
  const category = Category.safeParse(
    fieldOf(Choice, view, UPLOAD_FIELDS.category, UPLOAD_FIELDS.category)?.selected_option?.value,
  );
  if (!category.success) errors[UPLOAD_FIELDS.category] = 'Choose a category.';
  const words = readTriggerWords(view);
  if (!words.ok) Object.assign(errors, words.errors);

  const zip = fileOf(view, UPLOAD_FIELDS.zip);
  if (zip && !zip.name.toLowerCase().endsWith('.zip')) errors[UPLOAD_FIELDS.zip] = 'Choose a .zip file.';
  if (zip?.size && zip.size > limits.maxBytes)
    errors[UPLOAD_FIELDS.zip] =
      `Too large: the limit is ${formatBytes(limits.maxBytes)}. Leave out .venv, venv, node_modules and .git.`;
  const icon = fileOf(view, UPLOAD_FIELDS.icon);
  if (icon?.size && icon.size > limits.maxIconBytes) {
    errors[UPLOAD_FIELDS.icon] = `Too large: the limit is ${formatBytes(limits.maxIconBytes)}.`;
  }
  if (!category.success || !words.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const form = { name, category: category.data, description, triggerWords: words.value };
  return { ok: true, value: { form, zip, icon, wrap: readWrap(view), addTo: readAgent(view) } };
}

const AgentChoice = z.object({
  selected_option: z.object({ value: AgentId, text: z.object({ text: z.string() }) }).nullish(),
});

function readAgent(view: View): UploadSubmission['addTo'] {
  const chosen = fieldOf(AgentChoice, view, UPLOAD_FIELDS.agent, UPLOAD_FIELDS.agent)?.selected_option;
  return chosen ? { id: chosen.value, name: chosen.text.text } : null;
}

function invalidName(name: string): string {
  const suggested = suggestName(name);
  const example = suggested === '' ? '' : ` Try “${suggested}”.`;
  return `Use letters, digits and spaces only, starting with a letter.${example}`;
}

/** True if the user chose to repack the files. */
export const readWrap = (view: View): boolean =>
  (fieldOf(Choices, view, WRAP_FIELD, WRAP_FIELD)?.selected_options ?? []).length > 0;
