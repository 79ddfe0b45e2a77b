import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '@slack/bolt';
import { fold } from '../../core/suggest.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import { abilityOption, MOST_OPTIONS } from '../blocks/assign-modal.ts';
import type { Parts } from '../parts.ts';
import { isStranger } from './is-stranger.ts';
import { SuggestionPayload } from './payloads.ts';

/** Slack waits 3 seconds; an empty list is then better than an error. */
const ANSWER_WITHIN_MS = 2500;

/** Typed into a select: the Abilities whose names contain it. The options are the ack, so the service is asked before it. */
export function listenForSuggestions(app: App, parts: Parts): void {
  app.options(/.*/, async ({ ack, body }) => {
    const { user, value } = SuggestionPayload.parse(body);
    if (isStranger(user, parts)) return ack({ options: [] });
    const tooLate = wait(ANSWER_WITHIN_MS, [], { ref: false });
    await ack({ options: await Promise.race([findOptions(value, parts), tooLate]) });
  });
}

async function findOptions(query: string, { context, log }: Parts) {
  try {
    const abilities = await context.service.listAbilities();
    return abilities
      .filter(({ name }) => fold(name).includes(fold(query)))
      .sort((a, b) => a.name.localeCompare(b.name))
      .slice(0, MOST_OPTIONS)
      .map(abilityOption);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    log.warn({ problem: error.message }, 'no options: the service made trouble');
    return [];
  }
}
