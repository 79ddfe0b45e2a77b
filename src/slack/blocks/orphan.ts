import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../core/catalog.ts';
import { ALL_HISTORY, formatHistoryQuery } from '../../core/history-query.ts';
import { cleanWords } from '../../core/list-query.ts';
import { orphanAdvice } from './ability.ts';
import { button } from './buttons.ts';
import { bold } from './kit.ts';

export const orphanSentence = ({ name }: Pick<CatalogEntry, 'name'>): string =>
  `${bold(name)} is the orphaned record of a deleted Ability. ${orphanAdvice()}`;

/** Buttons to upload the Ability again, and to find out who deleted it. */
export const orphanButtons = (entry: CatalogEntry): types.Button[] => [
  button('Upload…', { do: 'upload' }),
  button('Audit log', { do: historyLine(entry) }, `Audit log for ${entry.name}`),
];

/**
 * The command line for an Ability's audit log. Cuts the name before `@` or `:`, which would be parsed as a person or a
 * filter.
 */
export const historyLine = ({ name }: Pick<CatalogEntry, 'name'>): string =>
  formatHistoryQuery({ ...ALL_HISTORY, name: cleanWords(name.split(/[@:]/)[0] ?? '') });
