import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../core/catalog.ts';
import { ALL_HISTORY, formatHistoryQuery } from '../../core/history-query.ts';
import { cleanWords } from '../../core/list-query.ts';
import { orphanAdvice } from './ability.ts';
import { button } from './buttons.ts';
import { bold } from './kit.ts';

/** Explains an orphan, with the advice. */
export const orphanSentence = ({ name }: Pick<CatalogEntry, 'name'>): string =>
  `${bold(name)} is the orphaned record of a deleted Ability. ${orphanAdvice()}`;

/** The next steps: a new upload, and who deleted it. */
export const orphanButtons = (entry: CatalogEntry): types.Button[] => [
  button('Upload…', { do: 'upload' }),
  button('Audit log', { do: historyLine(entry) }, `Audit log for ${entry.name}`),
];

/** The audit log of an Ability. Its name is cut before anything that the line would read as a filter or a person. */
export const historyLine = ({ name }: Pick<CatalogEntry, 'name'>): string =>
  formatHistoryQuery({ ...ALL_HISTORY, name: cleanWords(name.split(/[@:]/)[0] ?? '') });
