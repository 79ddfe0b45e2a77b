import type { types } from '@slack/bolt';
import { joinAnd } from '../../../base/join-words.ts';
import { theService } from '../../../core/service-name.ts';
import { findVerb } from '../../../core/verbs.ts';
import type { UploadEnd, UploadRecord } from '../../../store/upload-record.ts';
import type { UploadFinding, UploadVerdict } from '../../../store/upload-verdict.ts';
import { button } from '../../blocks/buttons.ts';
import { clip, foreign } from '../../blocks/kit.ts';
import type { InstalledNow } from './end.ts';

/** Longer lists do not help. */
const MAX_WORDS = 5;

function findingText(finding: UploadFinding): string {
  switch (finding.kind) {
    case 'not-listed':
      return "the account doesn't list it";
    case 'duplicate': {
      const words = finding.triggerWords.length === 0 ? '' : `, with the trigger words ${quoted(finding.triggerWords)}`;
      return `a second Ability with the same name appeared (ID ${finding.abilityId}${words})`;
    }
    case 'not-installed':
      return "it isn't installed";
    case 'lost-words':
      return `the trigger ${finding.missing.length === 1 ? 'word' : 'words'} ${quoted(finding.missing)} ${finding.missing.length === 1 ? 'is' : 'are'} missing`;
    case 'state':
      return `it is ${finding.enabled ? 'enabled' : 'disabled'}`;
    case 'cannot-fire':
      return "its trigger words don't work, because it isn't installed for Agents";
    case 'other-code':
      return finding.isOld ? `${theService()} still has the previous code` : `${theService()} has different code`;
    case 'unreadable':
      return finding.what === 'lists' ? "the account couldn't be read" : "its code couldn't be read";
  }
}

function quoted(words: readonly string[]): string {
  const more = words.length > MAX_WORDS ? [`${words.length - MAX_WORDS} more`] : [];
  return joinAnd([...words.slice(0, MAX_WORDS).map((word) => `“${clip(word, 60)}”`), ...more]);
}

/** There may be several duplicates with the same name. */
const MAX_FINDINGS = 4;

/** The findings in plain text. */
export const foundText = (found: readonly UploadFinding[]): string =>
  found.slice(0, MAX_FINDINGS).map(findingText).join('; ');

/** The findings, escaped for a message. */
export const foundWords = (found: readonly UploadFinding[]): string => foreign(foundText(found), 600);

/** The verdict with the findings that are still open; null if there are none, or if the upload wasn't verified. */
export function openVerdict(end: UploadEnd, now?: InstalledNow): UploadVerdict | null {
  const verdict = 'verdict' in end ? end.verdict : undefined;
  if (!verdict || verdict.kind === 'confirmed') return null;
  const found = verdict.found.filter((finding) => !isOver(finding, now));
  return found.length === 0 ? null : { ...verdict, found };
}

/** True if a later change has settled the finding. */
function isOver(finding: UploadFinding, now: InstalledNow | undefined): boolean {
  const isInstalled = now?.state === 'enabled' || now?.state === 'disabled';
  if (finding.kind === 'not-installed') return isInstalled;
  return finding.kind === 'state' && isInstalled && (now.state === 'enabled') !== finding.enabled;
}

const AGAIN: readonly UploadFinding['kind'][] = ['not-listed', 'other-code'];

/**
 * Buttons that try to repair the findings.
 * @param uploadAgain null if sending the same package again would repair nothing.
 */
export function repairSteps(
  { form }: UploadRecord,
  verdict: UploadVerdict,
  uploadAgain: types.Button | null,
): types.Button[] {
  const { found, installedId } = verdict;
  const needsUpload = found.some(({ kind }) => AGAIN.includes(kind) || (kind === 'lost-words' && installedId === null));
  return [
    ...found.flatMap((finding) => repairButton(finding, installedId, form.name) ?? []),
    ...(needsUpload && uploadAgain ? [uploadAgain] : []),
  ].slice(0, MAX_FINDINGS);
}

function repairButton(
  finding: UploadFinding,
  installedId: UploadVerdict['installedId'],
  name: string,
): types.Button | null {
  if (finding.kind === 'duplicate') {
    const { abilityId } = finding;
    return button(`Show ${abilityId}`, { do: `show id:${abilityId}` }, `Show ${name}, ID ${abilityId}`);
  }
  if (installedId === null) return null;
  const target = `installed:${installedId}`;
  switch (finding.kind) {
    case 'cannot-fire':
      return findVerb('repair')
        ? button('Repair', { do: `repair ${target}` }, `Repair ${name}`)
        : button('Show', { do: `show ${target}` }, `Show ${name}`);
    case 'lost-words':
      return button('Trigger words…', { do: `triggers ${target}` }, `Trigger words for ${name}`);
    case 'state':
      return finding.enabled
        ? button('Disable', { do: `disable ${target}` }, `Disable ${name}`)
        : button('Enable', { do: `enable ${target}` }, `Enable ${name}`);
    default:
      return null;
  }
}
