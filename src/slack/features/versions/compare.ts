import type { types } from '@slack/bolt';
import type { ChangedFile, CodeComparison } from '../../../core/features/versions/account-versions.ts';
import { shortDigest, type Version } from '../../../store/version-record.ts';
import { categoryLabel } from '../../blocks/ability.ts';
import { actions, button } from '../../blocks/buttons.ts';
import { changedLines, factsBlocks } from '../../blocks/code-changes.ts';
import { bold, code, foreign, section, wordsLine } from '../../blocks/kit.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import type { DrawnOutcome } from '../../feature.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';

const TITLE = 'Compare versions';

/** Far below Slack's limit of 100 blocks, because no one reads that much in a form. */
const MAX_FILES = 15;
const MAX_PATHS = 10;

/** The changes that rolling back would make, file by file. The complete differences can be downloaded. */
export function compareModal(
  { ability, comparison, version }: DrawnOutcome<'version-compared'>,
  when: string,
  origin: Origin,
): types.ModalView {
  const head = `${bold(ability.name)}, \`${shortDigest(version.digest)}\` · ${when}`;
  if (!comparison)
    return sentenceModal(TITLE, `${head}\nI couldn't read the current code, so I can't show the differences.`);
  const { facts, files } = comparison;
  const download = button('Download differences', {
    do: `versions id:${ability.id} diff:${shortDigest(version.digest)}`,
  });
  return {
    ...sentenceModal(TITLE, ''),
    callback_id: 'answer',
    private_metadata: encodeMetadata({ form: 'answer', origin }),
    blocks: [
      section(version.how === 'found' ? head : `${head}\n${sentWith(version)}`),
      section(summary(comparison)),
      ...(files.length === 0 ? [] : [...factsBlocks(facts), ...fileBlocks(files), ...actions(download)]),
    ],
  };
}

/** The form values of the version's upload. A rollback doesn't restore them, because it changes only the code. */
function sentWith({ form }: Version): string {
  const { category, description, triggerWords } = form;
  const what = [foreign(categoryLabel(category), 30), foreign(description, 300)].filter((value) => value !== '');
  return `*Uploaded as*  ${what.join(' · ')}\n*Trigger words*  ${wordsLine(triggerWords)}`;
}

function summary({ files, with: other }: CodeComparison): string {
  const than = other === 'running' ? 'the current code' : 'the last uploaded version';
  if (files.length === 0) return `Same as ${than}.`;
  return other === 'running'
    ? 'Rolling back would make these changes:'
    : `Compared with ${than}, because I couldn't read the current code.`;
}

function fileBlocks(files: readonly ChangedFile[]): types.KnownBlock[] {
  const changed = files.filter(({ change }) => change === 'changed');
  const more = changed.length - MAX_FILES;
  return [
    ...pathsOf('Added', files, 'added'),
    ...pathsOf('Removed', files, 'removed'),
    ...changed.slice(0, MAX_FILES).flatMap(changedFile),
    ...(more > 0 ? [section(`${more} more changed ${more === 1 ? 'file is' : 'files are'} in the download.`)] : []),
  ];
}

function pathsOf(label: string, files: readonly ChangedFile[], kind: ChangedFile['change']): types.SectionBlock[] {
  const paths = files.filter(({ change }) => change === kind).map(({ path }) => path);
  if (paths.length === 0) return [];
  const more = paths.length - MAX_PATHS;
  return [
    section(`*${label}*  ${paths.slice(0, MAX_PATHS).map(code).join(', ')}${more > 0 ? ` and ${more} more` : ''}`),
  ];
}

const changedFile = ({ lines, path }: ChangedFile): types.SectionBlock[] =>
  lines === null ? [section(`*Changed*  ${code(path)}`)] : changedLines(path, lines);
