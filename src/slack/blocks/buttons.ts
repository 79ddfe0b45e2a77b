import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../core/catalog.ts';
import { refTo } from '../../core/catalog.ts';
import { formatAbilityRef } from '../../core/parse-ref.ts';
import { type ButtonValue, encodeButton, encodeDismissal, type SharedFile } from '../button-value.ts';
import { plain } from './text.ts';

/** A button that runs a command line. The label is cut at Slack's 75 characters. */
export const button = (label: string, value: Omit<ButtonValue, 'v'>, accessibleLabel?: string): types.Button =>
  rawButton(label, encodeButton(value), accessibleLabel);

export const dismissButton = (label: string, file: SharedFile): types.Button => rawButton(label, encodeDismissal(file));

function rawButton(label: string, value: string, accessibleLabel?: string): types.Button {
  return {
    type: 'button',
    action_id: actionId(label),
    text: plain(label, 75),
    value,
    ...(accessibleLabel ? { accessibility_label: plain(accessibleLabel, 75).text } : {}),
  };
}

/** Action IDs only have to differ within a block; the value says what happens. */
const actionId = (label: string) => label.toLowerCase().replace(/[^a-z]+/g, '-');

/** Enable or Disable: the label is the wanted state, so that a second click asks for what is already so. */
export function toggleButton(entry: CatalogEntry, redraw: string): types.Button | null {
  if (entry.state !== 'enabled' && entry.state !== 'disabled') return null;
  const label = entry.state === 'enabled' ? 'Disable' : 'Enable';
  const line = `${label.toLowerCase()} ${formatAbilityRef(refTo(entry))}`;
  const asks = entry.triggerWords.length === 0 ? { asks: true as const } : {};
  return button(label, { do: line, redraw, ...asks }, `${label} ${entry.name}`);
}

export function showButton(entry: CatalogEntry): types.Button {
  return button('Show', { do: `show ${formatAbilityRef(refTo(entry))}` }, `Show ${entry.name}`);
}

/** Delete, behind Slack's own dialog, which names what goes. Null for an orphan: the service deletes by Ability ID. */
export function deleteButton(entry: CatalogEntry, redraw?: string): types.Button | null {
  if (!entry.ability) return null;
  const { id } = entry.ability;
  const name = plain(entry.name, 60).text;
  const state = entry.state === 'enabled' ? ' It is enabled now.' : '';
  return {
    ...button('Delete', { do: `delete id:${id}`, sure: true, ...(redraw ? { redraw } : {}) }, `Delete ${entry.name}`),
    style: 'danger',
    confirm: {
      title: plain(`Delete ${name}?`, 100),
      text: plain(
        `This deletes the Ability with ID ${id} from the account and from every Agent that has it.${state} This is permanent.`,
        300,
      ),
      confirm: plain('Delete', 30),
      deny: plain('Keep', 30),
      style: 'danger',
    },
  };
}

/** An actions block of the buttons that apply; none when there are none. */
export function actions(...buttons: (types.Button | null)[]): types.ActionsBlock[] {
  const elements = buttons.filter((element) => element !== null);
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}
