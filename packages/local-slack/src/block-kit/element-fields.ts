import * as z from 'zod';
import { confirmDialog } from './composition.ts';
import { limits } from './limits.ts';
import { plainText } from './text-object.ts';

/** Fields shared by many elements. */
export const action_id = z.string().min(1).max(limits.id).optional();
export const confirm = confirmDialog.optional();
export const placeholder = plainText(limits.placeholder).optional();
export const focus_on_load = z.boolean().optional();
export const max_selected_items = z.int().min(1).optional();
