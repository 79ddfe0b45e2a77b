import * as z from 'zod';
import type { PlacedElement } from '../block-kit/block-elements.ts';
import { type Option, option, optionGroup } from '../block-kit/composition.ts';
import { directoryOptions, isDirectoryElement } from '../block-kit/directory.ts';
import type { ChoiceElement } from '../block-kit/elements.ts';
import { limits } from '../block-kit/limits.ts';
import { ownOptions } from '../block-kit/own-options.ts';
import { ClientRefusalError } from '../client-refusal-error.ts';
import { interactionPayload, surroundings } from '../delivery/payloads.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { listDirectory } from '../state/list-directory.ts';
import type { Person } from '../state/people.ts';
import type { Message } from '../state/transcript.ts';
import type { View } from '../state/view.ts';
import type { LocalWorkspace } from '../state/workspace.ts';

const offer = z.union([
  z.object({ options: z.array(option).max(limits.options) }),
  z.object({ option_groups: z.array(optionGroup).max(limits.options) }),
]);

/** Default number of characters before Slack queries the app. */
const DEFAULT_MIN_QUERY_LENGTH = 3;

/**
 * Types `query` into an external select and returns the bot's options; none if the answer was invalid, as the
 * transcript's deliveries show.
 * @throws ClientRefusalError if there is no external select, or the query is too short.
 */
export async function suggestOptions(
  slack: LocalWorkspace,
  person: Person,
  where: Message | View,
  { block, element }: PlacedElement,
  query: string,
): Promise<readonly Option[]> {
  if (element.type !== 'external_select' && element.type !== 'multi_external_select') {
    throw new ClientRefusalError(
      `${element.action_id} is a ${element.type}, which does not request options from the bot.`,
    );
  }
  const least = element.min_query_length ?? DEFAULT_MIN_QUERY_LENGTH;
  if (query.length < least) throw new ClientRefusalError(`The client requests options only after ${least} characters.`);
  let offered: readonly Option[] = [];
  const payload = {
    ...interactionPayload(slack, person, 'block_suggestion'),
    ...surroundings(slack, where, {}),
    block_id: block.block_id,
    action_id: element.action_id,
    value: query,
  };
  await slack.dispatcher.deliver('interaction', payload, {
    apply: (body) => {
      const read = offer.safeParse(body);
      if (!read.success) throw new SlackApiError('invalid_options');
      offered = 'options' in read.data ? read.data.options : read.data.option_groups.flatMap(({ options }) => options);
    },
  });
  slack.offered.add(person, where, element.action_id ?? '', offered);
  return offered;
}

/**
 * The options that a person can choose from: the element's own, or the visible users or conversations; for an external
 * select those shown so far, or returned for `queries`.
 */
export async function listOffered(
  slack: LocalWorkspace,
  person: Person,
  where: Message | View,
  placed: PlacedElement & { element: ChoiceElement },
  queries: readonly string[],
): Promise<readonly Option[]> {
  const { element } = placed;
  if (isDirectoryElement(element)) return directoryOptions(element, listDirectory(slack, person));
  if (element.type !== 'external_select' && element.type !== 'multi_external_select') return ownOptions(element);
  const initial = 'initial_options' in element ? (element.initial_options ?? []) : [];
  const shown = [...initial, ...slack.offered.of(person, where, element.action_id ?? '')];
  const unknown = queries.filter((query) => !shown.some(({ text, value }) => value === query || text.text === query));
  const asked = unknown.map((query) => suggestOptions(slack, person, where, placed, query));
  return [...shown, ...(await Promise.all(asked)).flat()];
}
