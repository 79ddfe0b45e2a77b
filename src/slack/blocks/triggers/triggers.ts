import type { CatalogEntry } from '../../../core/catalog.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { abilityLine } from '../abilities/ability-line.ts';
import { firingLine } from '../abilities/firing-line.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button, shareButton } from '../buttons.ts';
import { fitTexts } from '../fit-lines.ts';
import { type Surroundings, underNotice } from '../surroundings.ts';
import { context, countOf, foreign, section, toFallback } from '../text.ts';
import { typed, typedName } from '../typed-line.ts';

/** A word as long as this is read in full; three sections of them leave room for the rest of the message. */
const MAX_WORD = 255;
const MAX_SECTION = 2500;
const SECTIONS = 2;

/** The trigger words of one Ability, one a line, and the ways to change them. */
export function triggersMessage(
  { entry, row }: Extract<Outcome, { kind: 'triggers' }>,
  around: Surroundings,
): MessageAnswer {
  const shown: CatalogEntry = { ...entry, triggerWords: row.triggerWords };
  const line = `triggers installed:${row.id}`;
  const count = row.triggerWords.length;
  const heading = `${abilityLine(shown)}\n${count > 0 ? `${countOf(count, 'trigger word')}. ` : ''}${firingLine(shown)}`;
  const words = fitTexts(
    row.triggerWords.map((word) => `• “${foreign(word, MAX_WORD)}”`),
    MAX_SECTION,
    SECTIONS,
  );
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, heading, ...words].filter((part) => part !== null).join('\n')),
    blocks: underNotice(around, [
      section(heading),
      ...words.map(section),
      context(howToType(row.name, line)),
      ...actions(
        button('Edit words…', { do: `${line} edit:`, asks: true }, `Edit the trigger words of ${row.name}`),
        button('Show', { do: `show installed:${row.id}` }, `Show ${row.name}`),
        button('Refresh', { do: line }),
      ),
      ...actions(shareButton(line, around.canShare), button('All Abilities', { do: 'list' })),
    ]),
  };
}

function howToType(name: string, ref: string): string {
  const line = `triggers ${typedName(name, ref.replace('triggers ', ''))}`;
  return [
    `Typed: ${typed(`${line} add: good morning, hello`)} adds, ${typed(`${line} remove: hello`)} removes,`,
    `${typed(`${line} replace: good morning`)} replaces all. What changes is shown before it is saved.`,
  ].join(' ');
}
