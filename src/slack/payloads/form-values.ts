import { formatBytes } from '@abilities-bot/ability-zip';
import { AbilityId, AgentId, Category } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { UploadForm } from '../../core/command.ts';
import { LIST_SORTS, LIST_STATES, type ListQuery } from '../../core/list-query.ts';
import { type AbilityRef, isAbilityName, parseAbilityRef } from '../../core/references.ts';
import { ASSIGN_FIELD } from '../blocks/agents.ts';
import { CHOOSE_FIELD, SEARCH_FIELDS } from '../blocks/choices.ts';
import { TRIGGER_WORDS_FIELD } from '../blocks/triggers.ts';
import { REPLACE_AGENTS_FIELD, REPLACE_FIELD, suggestName, UPLOAD_FIELDS, WRAP_FIELD } from '../blocks/upload-form.ts';
import type { View } from './payloads.ts';

/** Form errors by the block that shows them. */
export type FieldErrors = Record<string, string>;
export type Read<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors };

const Text = z.object({ value: z.string().nullish() });
const Choice = z.object({ selected_option: z.object({ value: z.string() }).nullish() });
const Choices = z.object({ selected_options: z.array(z.object({ value: z.string() })).nullish() });
const Files = z.object({
  files: z
    .array(
      z.object({
        id: z.string().regex(/^F[A-Z0-9]+$/),
        name: z.string().default('package.zip'),
        size: z.number().nullish(),
      }),
    )
    .nullish(),
});
export type FormFile = NonNullable<z.infer<typeof Files>['files']>[number];

const fieldOf = <T extends z.ZodType>(schema: T, view: View, block: string, action: string): z.infer<T> | null => {
  const parsed = schema.safeParse(view.state.values[block]?.[action]);
  return parsed.success ? parsed.data : null;
};

/** NFC, like the names on the service: otherwise equal names would not match. */
const textOf = (view: View, block: string) => (fieldOf(Text, view, block, block)?.value ?? '').trim().normalize('NFC');

export function readChosenAbilities(view: View): AbilityId[] {
  const chosen = fieldOf(Choices, view, ASSIGN_FIELD.block, ASSIGN_FIELD.action)?.selected_options ?? [];
  return chosen.flatMap(({ value }) => {
    const id = AbilityId.safeParse(value);
    return id.success ? [id.data] : [];
  });
}

/** The selected Abilities, one or several. */
export function readChosen(view: View): AbilityRef[] {
  const { action, block } = CHOOSE_FIELD;
  const several = fieldOf(Choices, view, block, action)?.selected_options ?? [];
  const one = fieldOf(Choice, view, block, action)?.selected_option;
  const refs = [...several, ...(one ? [one] : [])].map(({ value }) => parseAbilityRef(value));
  // Options carry IDs, never names.
  return refs.filter(({ by }) => by !== 'name');
}

const ListState = z.enum(LIST_STATES);
const Sort = z.enum(LIST_SORTS);

/** Starts at the first page. Unknown choices are ignored. */
export function readSearch(view: View): ListQuery {
  const { category, sort, state, words } = SEARCH_FIELDS;
  const chosen = (block: string) => fieldOf(Choice, view, block, block)?.selected_option?.value;
  return {
    words: textOf(view, words),
    category: Category.safeParse(chosen(category)).data ?? null,
    state: ListState.safeParse(chosen(state)).data ?? null,
    sort: Sort.safeParse(chosen(sort)).data ?? 'name',
    page: 1,
  };
}

/** One per line, or separated by commas; duplicates are removed. */
export function readTriggerWords(view: View): Read<string[]> {
  const { block } = TRIGGER_WORDS_FIELD;
  const words = textOf(view, block)
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) return { ok: false, errors: { [block]: 'Write at least one trigger word.' } };
  return { ok: true, value: [...new Set(words)] };
}

export interface UploadSubmission {
  form: UploadForm;
  /** Null if the modal is about a shared file. */
  zip: FormFile | null;
  icon: FormFile | null;
  wrap: boolean;
}

/** Validates what Slack's required fields do not. Names in non-Latin scripts are left to the service. */
export function readUploadForm(view: View, limits: { maxBytes: number; maxIconBytes: number }): Read<UploadSubmission> {
  const errors: FieldErrors = {};
  const name = textOf(view, UPLOAD_FIELDS.name);
  if (name === '') errors[UPLOAD_FIELDS.name] = 'Write a name.';
  else if (!isAbilityName(name)) errors[UPLOAD_FIELDS.name] = invalidName(name);
  const description = textOf(view, UPLOAD_FIELDS.description).replace(/\s+/g, ' ');
  if (description === '') errors[UPLOAD_FIELDS.description] = 'Write one line that says what the Ability does.';
  const category = Category.safeParse(
    fieldOf(Choice, view, UPLOAD_FIELDS.category, UPLOAD_FIELDS.category)?.selected_option?.value,
  );
  if (!category.success) errors[UPLOAD_FIELDS.category] = 'Choose a category.';
  const words = readTriggerWords(view);
  if (!words.ok) Object.assign(errors, words.errors);

  const zip = fileOf(view, UPLOAD_FIELDS.zip);
  if (zip && !zip.name.toLowerCase().endsWith('.zip'))
    errors[UPLOAD_FIELDS.zip] = 'This is not a zip. Choose a .zip file.';
  if (zip?.size && zip.size > limits.maxBytes)
    errors[UPLOAD_FIELDS.zip] =
      `Too large: the limit is ${formatBytes(limits.maxBytes)}. Leave out .venv, venv, node_modules and .git.`;
  const icon = fileOf(view, UPLOAD_FIELDS.icon);
  if (icon?.size && icon.size > limits.maxIconBytes) {
    errors[UPLOAD_FIELDS.icon] = `Too large: the limit is ${formatBytes(limits.maxIconBytes)}.`;
  }
  if (!category.success || !words.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const form = { name, category: category.data, description, triggerWords: words.value };
  return { ok: true, value: { form, zip, icon, wrap: readWrap(view) } };
}

function invalidName(name: string): string {
  const suggested = suggestName(name);
  const example = suggested === '' ? '' : ` For example: “${suggested}”.`;
  return `Use letters, digits and spaces only, starting with a letter.${example}`;
}

/** Whether to put the files into a folder. */
export const readWrap = (view: View): boolean =>
  (fieldOf(Choices, view, WRAP_FIELD, WRAP_FIELD)?.selected_options ?? []).length > 0;

const AgentChoices = z.object({
  selected_options: z.array(z.object({ value: AgentId, text: z.object({ text: z.string() }) })).nullish(),
});

/** The Agents for the new Ability; undefined if the form has no such field. */
export function readChosenAgents(view: View): { id: AgentId; name: string }[] | undefined {
  if (!view.state.values[REPLACE_AGENTS_FIELD]) return undefined;
  const chosen = fieldOf(AgentChoices, view, REPLACE_AGENTS_FIELD, REPLACE_AGENTS_FIELD)?.selected_options ?? [];
  return chosen.map(({ text, value }) => ({ id: value, name: text.text }));
}

/** The name typed to confirm a replacement, normalized like the names on the service. */
export const readTypedName = (view: View): string => textOf(view, REPLACE_FIELD);

const fileOf = (view: View, block: string): FormFile | null => fieldOf(Files, view, block, block)?.files?.[0] ?? null;

/** The response to a submitted form, if it is not simply closed. */
export type FormReply =
  | { response_action: 'errors'; errors: FieldErrors }
  | { response_action: 'update'; view: types.ModalView };

/** Result of a submission: the response, due within 3 seconds, and the work that follows. */
export interface Submitted {
  reply: FormReply | undefined;
  work?: () => Promise<void>;
}
