import { describe, expect, test } from 'vitest';
import { AbilityId } from '../../src/contract/index.ts';
import { joinCatalog } from '../../src/core/catalog.ts';
import type { UploadForm } from '../../src/core/command.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { InvalidRequestError, UnreadableAnswerError } from '../../src/service-client/errors/index.ts';
import { abilityList } from '../../src/slack/blocks/ability-list.ts';
import type { Answer } from '../../src/slack/blocks/answer.ts';
import { abilityOption } from '../../src/slack/blocks/assign-modal.ts';
import { renderOutcome } from '../../src/slack/blocks/render-outcome.ts';
import {
  uploadDismissed,
  uploadFault,
  uploadOffer,
  uploadProgress,
  uploadResult,
} from '../../src/slack/blocks/upload-messages.ts';
import { suggestName, uploadModal, uploadStartedModal } from '../../src/slack/blocks/upload-modal.ts';
import { decodeMetadata } from '../../src/slack/modal-metadata.ts';
import { hasForeignControl, mrkdwnOf } from './control-sequences.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { problemsOf } from './problems-of.ts';
import { ASKED, AT, ability, agent, CONTENTS, FRAME, installed, ORIGIN } from './sample-values.ts';

/** An account on which everything is called `text`: 40 Abilities in all states, 100 Agents. */
function hostileOutcomes(text: string): Outcome[] {
  const more = { description: text, category: text, last_updated: text, trigger_words: Array(30).fill(text) };
  const abilities = Array.from({ length: 150 }, (_, index) => ability(9_000_000 + index, text, more));
  const rows = Array.from({ length: 40 }, (_, index) =>
    installed(9_900_000 + index, text, {
      enabled: index % 2 === 0,
      trigger_words: more.trigger_words,
      ability_id: index % 3 === 0 ? null : 9_000_000 + index,
    }),
  );
  const catalog = joinCatalog(abilities, rows, AT);
  const [entry] = catalog.entries;
  const [first] = abilities;
  const [row] = rows;
  if (!entry || !first || !row) throw new Error('an account with something on it is needed');
  const names = Array<string>(100).fill(text);
  const agents = names.map((name, index) => agent(500 + index, name, `https://images.example.com/${index}`));
  const echo = agent(500, text, text);
  const { id } = first;
  const detail = text;
  return [
    { kind: 'list', catalog, page: 1 },
    { kind: 'list', catalog, page: 2 },
    { kind: 'list', catalog, page: 99 },
    { kind: 'card', entry, details: first, agentNames: names },
    {
      kind: 'agents',
      rows: agents.map((one) => ({ agent: one, abilityNames: names, known: 'from-service' as const })),
    },
    { kind: 'agents', rows: [{ agent: echo, abilityNames: null, known: 'no' }] },
    { kind: 'assign-form', form: { agent: echo, choices: abilities, current: { known: 'no' } } },
    {
      kind: 'assign-form',
      form: {
        agent: echo,
        choices: abilities,
        current: { known: 'from-service', abilityIds: abilities.map((a) => a.id) },
      },
    },
    {
      kind: 'assigned',
      result: { agent: echo, abilityNames: names, change: { added: names, removed: names }, confirmed: 'no' },
    },
    { kind: 'toggled', id: row.id, name: text, enabled: true, triggerWords: 'kept' },
    { kind: 'unchanged', id: row.id, name: text, enabled: true },
    { kind: 'needs-trigger-words', row, wanted: 'enable' },
    { kind: 'delete-question', entry, ability: first, agentNames: names },
    { kind: 'deleted', name: text, id },
    { kind: 'still-there', name: text, id },
    { kind: 'maybe-deleted', name: text, id },
    { kind: 'refused', refusal: { why: 'unknown-verb', word: text, suggestion: null } },
    { kind: 'refused', refusal: { why: 'bad-argument', verb: 'list', usage: 'list [page]', given: text } },
    { kind: 'refused', refusal: { why: 'no-such-ability', asked: text, suggestions: [text, text, text] } },
    { kind: 'refused', refusal: { why: 'several-abilities', asked: text, candidates: catalog.entries.slice(0, 10) } },
    { kind: 'refused', refusal: { why: 'several-abilities', asked: text, candidates: catalog.entries } },
    { kind: 'refused', refusal: { why: 'no-such-agent', asked: text, suggestions: [text, text, text] } },
    {
      kind: 'refused',
      refusal: { why: 'several-agents', asked: text, candidates: agents.map((a) => `agent:${a.id}`) },
    },
    { kind: 'refused', refusal: { why: 'not-installed', entry } },
    { kind: 'refused', refusal: { why: 'orphan', entry } },
    { kind: 'refused', refusal: { why: 'no-ability-record', entry } },
    {
      kind: 'trouble',
      error: new InvalidRequestError({ endpoint: 'list Abilities', status: 400, detail }),
      effect: 'unknown',
    },
    {
      kind: 'trouble',
      error: new UnreadableAnswerError({ endpoint: 'list Abilities', status: 200, detail: null, field: text }),
      effect: 'none',
    },
  ];
}

/** What the form of an upload lets through, filled with `text`. */
const formOf = (text: string): UploadForm => ({
  name: text.slice(0, 80),
  category: 'skill',
  description: text.slice(0, 300),
  triggerWords: [text.slice(0, 300), text.slice(1, 300)].filter((word) => word !== ''),
});

function hostileAnswers(text: string): Answer[] {
  const outcomes = hostileOutcomes(text);
  const [list] = outcomes;
  const file = { id: 'F0HOSTILE', name: text };
  const form = formOf(text);
  const upload = (outcome: Outcome) => uploadResult(outcome, form, file, ASKED);
  return [
    ...outcomes.map((outcome) => renderOutcome(outcome, FRAME)),
    // What happened above the list, as after a click.
    ...outcomes
      .filter(({ kind }) => ['toggled', 'unchanged', 'deleted', 'still-there', 'refused'].includes(kind))
      .map((outcome) => renderOutcome(outcome, { ...FRAME, redrawn: list ?? null })),
    uploadOffer(file, 1),
    uploadDismissed(file, ASKED),
    uploadProgress(form, { step: 'checking' }, ASKED),
    uploadFault(form, file, ASKED),
    upload({ kind: 'uploaded', name: form.name, id: AbilityId.parse(1), state: null, contents: CONTENTS }),
    upload({ kind: 'name-taken', name: form.name, id: AbilityId.parse(1) }),
    upload({ kind: 'package-refused', name: form.name, sentence: text }),
    ...outcomes.filter(({ kind }) => kind === 'trouble').map(upload),
    { surface: 'modal', view: uploadModal(file, null, ORIGIN) },
    { surface: 'modal', view: uploadModal(file, form, ORIGIN) },
    { surface: 'modal', view: uploadStartedModal(form) },
  ];
}

describe.each(Object.entries(HOSTILE_TEXTS))('an account full of %s', (_name, text) => {
  test('is taken by Slack in every message and modal', () => {
    expect(hostileAnswers(text).flatMap(problemsOf)).toEqual([]);
  });

  test('mentions nobody, links nowhere', () => {
    expect(hostileAnswers(text).flatMap(mrkdwnOf).filter(hasForeignControl)).toEqual([]);
  });

  test('gives options of a select that Slack takes', () => {
    const { text: label } = abilityOption(ability(1, text));
    expect(label.text.length).toBeGreaterThan(0);
    expect(label.text.length).toBeLessThanOrEqual(75);
  });

  test('gives a name to start from that fits into its field', () => {
    const name = suggestName(`${text}.zip`);
    expect(name.length).toBeLessThanOrEqual(80);
    expect(name).toMatch(/^(?:\p{L}[\p{L}\p{N} ]*)?$/u);
  });
});

test('5,000 Abilities are paged, each page as Slack takes it, with all of them in the end', () => {
  const ids = Array.from({ length: 5000 }, (_, index) => 1000 + index);
  const catalog = joinCatalog(
    ids.map((id) => ability(id, `${id} ${'x'.repeat(250)}`)),
    ids.map((id) => installed(90_000 + id, `${id} ${'x'.repeat(250)}`)),
    AT,
  );
  const pages = Array.from({ length: 625 }, (_, index) => abilityList(catalog, index + 1, null));
  expect(pages.flatMap(problemsOf)).toEqual([]);
  const shown = pages.flatMap(({ text }) => [...text.matchAll(/^(\d+) x/gm)].map(([, id]) => Number(id)));
  expect(shown).toEqual(ids);
});

test('an Agent with more Abilities than a select holds is told what saving would remove', () => {
  const choices = Array.from({ length: 130 }, (_, index) => ability(6000 + index, `Ability ${index}`));
  const form = {
    agent: agent(301, 'Echo'),
    choices,
    current: { known: 'from-service', abilityIds: choices.map(({ id }) => id) },
  };
  const drawn = renderOutcome(
    { kind: 'assign-form', form: { ...form, current: { ...form.current, known: 'from-service' } } },
    FRAME,
  );
  const told = mrkdwnOf(drawn).find((text) => text.startsWith('Adds'));
  expect(told).toMatch(/Removes: \*Ability 100\*, .*Ability 129\*\. Keeps: \*Ability 0\*/);
});

test('what a modal remembers stays below Slack’s 3,000 characters for the longest names of files', () => {
  const view = uploadModal({ id: 'F0LONG', name: '"'.repeat(255) }, null, ORIGIN);
  expect(view.private_metadata?.length).toBeLessThan(3000);
  expect(decodeMetadata(view.private_metadata ?? '')).toMatchObject({
    form: 'upload',
    file: { name: '"'.repeat(255) },
  });
});
