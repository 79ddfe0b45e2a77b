import type { types } from '@slack/bolt';
import { type CatalogEntry, refTo } from '../../core/catalog.ts';
import { formatAbilityRef } from '../../core/references.ts';
import { encodeButton } from '../button-value.ts';
import { clip, plain } from './kit.ts';

/** Slack's limit for a select. */
const MAX_OPTIONS = 100;

/** A select that opens the card of an Ability, with all of its actions. Null without rows. */
export function moreAbout(rows: readonly CatalogEntry[], actionId = 'more-about'): types.StaticSelect | null {
  const options = rows.slice(0, MAX_OPTIONS).map((entry) => ({
    text: plain(clip(entry.name, 30), 75),
    value: encodeButton({ do: `show ${formatAbilityRef(refTo(entry))}` }),
  }));
  return options.length === 0
    ? null
    : { type: 'static_select', action_id: actionId, placeholder: plain('More about…'), options };
}
