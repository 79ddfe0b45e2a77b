import type { Ability } from '@abilities-bot/service-api';
import type { AbilityUpload } from './ability-upload.ts';
import { normaliseText } from './normalise-text.ts';

/**
 * Whether an Ability in the list is what an upload has made, as far as the list tells: name, category, description and
 * trigger words are equal wherever both have them. Whitespace and Unicode form do not count, nor do the order and
 * grouping of trigger words. The package is not looked at.
 */
export function isSameUpload(
  ability: Ability,
  upload: Pick<AbilityUpload, 'name' | 'category' | 'description' | 'triggerWords'>,
): boolean {
  return (
    isSameText(ability.name, upload.name) &&
    isSameText(ability.category, upload.category) &&
    isSameText(ability.description, upload.description) &&
    isSameText(joinAsSet(ability.triggerWords), joinAsSet(upload.triggerWords))
  );
}

/** What one of the two does not say cannot tell them apart. */
function isSameText(shown: string | null, sent: string): boolean {
  const [ours, theirs] = [normaliseText(sent), normaliseText(shown ?? '')];
  return ours === '' || theirs === '' || ours === theirs;
}

/** Trigger words travel comma-separated, so that a comma inside one has split it. */
function joinAsSet(words: readonly string[]): string {
  const each = words.join(',').split(',').map(normaliseText);
  return [...new Set(each)]
    .filter((word) => word !== '')
    .sort()
    .join(',');
}
