import type { types } from '@slack/bolt';
import type * as z from 'zod';
import { withTimeout } from '../../base/timeout.ts';
import { type CatalogEntry, compareNames, refTo } from '../../core/catalog.ts';
import type { ChoosingVerb } from '../../core/features/show.ts';
import { readCatalog } from '../../core/lookup.ts';
import { MAY_BE_CACHED } from '../../core/operation-context.ts';
import { refuseVerb } from '../../core/permissions.ts';
import { formatAbilityRef } from '../../core/references.ts';
import { fold } from '../../core/text-matching.ts';
import { isServiceError } from '../../service/errors.ts';
import { STATE_WORDS } from '../blocks/ability.ts';
import { plain } from '../blocks/kit.ts';
import { abilityOption, agentOption, MAX_OPTIONS } from '../features/assign/abilities-field.ts';
import { CAN_BE } from '../features/show/choose.ts';
import { decodeMetadata, NOWHERE } from '../modal-metadata.ts';
import { identify, identityOf, SuggestionPayload } from '../payloads/payloads.ts';
import { listUserGroups } from '../people/user-groups.ts';
import type { FindWorkspace, Workspace } from '../workspace.ts';
import type { Listeners } from './listen.ts';

/** Slack's limit for the options of a select. */
const MAX_SUGGESTED_GROUPS = 100;

/** User groups whose name or handle contains the query; none if Slack doesn't answer in time. */
async function suggestGroups(query: string, userId: string, workspace: Workspace): Promise<types.PlainTextOption[]> {
  const groups = await listUserGroups(userId, workspace.context.deadlines.userGroups, workspace);
  return groups
    .filter(({ label }) => fold(label).includes(fold(query)))
    .slice(0, MAX_SUGGESTED_GROUPS)
    .map(({ id, label }) => ({ text: plain(label, 75), value: id }));
}

/**
 * Suggests Abilities, Agents or user groups that match the text typed into a select. The ack carries the options, so
 * they are read before it.
 */
export const suggestionListener =
  (findWorkspace: FindWorkspace): Listeners['suggestion'] =>
  async ({ ack, body, context }) => {
    const workspace = await findWorkspace(context);
    const payload = SuggestionPayload.parse(body);
    // Null if the person has too many requests in progress: an empty list is better than an error.
    const options = await workspace.ownRequests.run(payload.user.id, () => suggest(payload, workspace));
    await ack({ options: options ?? [] });
  };

async function suggest(
  { user, value, view }: z.infer<typeof SuggestionPayload>,
  workspace: Workspace,
): Promise<types.PlainTextOption[]> {
  const metadata = decodeMetadata(view?.private_metadata ?? '');
  const requester = await identify(identityOf(user, metadata?.origin ?? NOWHERE, workspace), workspace);
  const isOfSettings = metadata?.form === 'settings' || metadata?.form === 'settings-again';
  // Suggesting Abilities and Agents requires access to the list; suggesting user groups, access to the settings.
  if (refuseVerb(isOfSettings ? 'settings' : 'list', requester)) return [];
  if (isOfSettings) return suggestGroups(value, user.id, workspace);
  const found =
    metadata?.form === 'replace' || metadata?.form === 'upload' || metadata?.form === 'say'
      ? suggestAgents(value, workspace)
      : findOptions(value, metadata?.form === 'choose' ? metadata.wanted : null, workspace);
  const { clock, deadlines } = workspace.context;
  return withTimeout(clock, found, deadlines.options, () => []);
}

/** @param then the verb to run for the selected Ability; null in the assign form. */
async function findOptions(query: string, then: ChoosingVerb | null, { context, log }: Workspace) {
  try {
    if (then === null) {
      const abilities = await context.service.listAbilities(MAY_BE_CACHED);
      return firstFitting(abilities, query).map(abilityOption);
    }
    const { entries } = await readCatalog(context, MAY_BE_CACHED);
    const fitting = firstFitting(entries, query, (entry) => CAN_BE[then](entry));
    return fitting.map((entry) => entryOption(entry, then));
  } catch (error) {
    if (!isServiceError(error)) throw error;
    log.warn({ problem: error.message }, 'no Ability suggestions: service error');
    return [];
  }
}

async function suggestAgents(query: string, { context, log }: Workspace) {
  try {
    const agents = await context.service.listAgents(MAY_BE_CACHED);
    return firstFitting(agents, query).map(agentOption);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    log.warn({ problem: error.message }, 'no Agent suggestions: service error');
    return [];
  }
}

/** People keep typing until few options are left, and a hundred options for each keystroke would be slow. */
const MAX_WHILE_TYPING = 30;

/**
 * The matching rows, as many as a select can show. Those whose names begin with the query come first, so that a
 * completely typed name is always included.
 */
function firstFitting<T extends Named>(list: readonly T[], query: string, fits = (_one: T) => true): T[] {
  const wanted = fold(query);
  const max = wanted === '' ? MAX_OPTIONS : MAX_WHILE_TYPING;
  const beginning: T[] = [];
  const holding: T[] = [];
  for (const { at, name } of searchable(list)) {
    const begins = name.startsWith(wanted);
    if (!begins && (holding.length === max || !name.includes(wanted))) continue;
    const one = list[at];
    if (one && fits(one)) (begins ? beginning : holding).push(one);
    if (beginning.length === max) break;
  }
  return [...beginning, ...holding].slice(0, max);
}

type Named = { name: string };

/** A row's index in its list, and its folded name. */
interface Searched {
  at: number;
  name: string;
}

/** Lists are cached for a while, so successive keystrokes search the same one. */
const searched = new WeakMap<readonly Named[], Searched[]>();

/** Sorted by name. */
function searchable(list: readonly Named[]): Searched[] {
  const known = searched.get(list);
  if (known) return known;
  const places = new Map(list.map((one, at) => [one, at]));
  const made = list.toSorted(compareNames).map((one) => ({ at: places.get(one) ?? 0, name: fold(one.name) }));
  searched.set(list, made);
  return made;
}

/** The option's value is a reference to exactly this entry. */
function entryOption(entry: CatalogEntry, then: ChoosingVerb): types.PlainTextOption {
  const { ability, installed, name, state } = entry;
  const ref = then === 'delete' && ability ? ({ by: 'ability', id: ability.id } as const) : refTo(entry);
  // Names may not be unique.
  const id = ability ? `ID ${ability.id}` : `installed ID ${installed?.id}`;
  return {
    text: plain(name, 75),
    value: formatAbilityRef(ref),
    description: plain(`${STATE_WORDS[state]} · ${id}`, 75),
  };
}
