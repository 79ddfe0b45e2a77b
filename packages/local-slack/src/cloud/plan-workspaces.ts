import type { LocalSlackOptions } from '../local-slack.ts';
import { gatherPeople } from '../state/gather-people.ts';
import { type People, type Person, people } from '../state/people.ts';
import type { Team } from '../state/team.ts';
import { LOCAL_STEM } from '../state/workspace-seed.ts';

export interface WorkspaceSpec<Name extends string = string> extends Pick<LocalSlackOptions, 'people' | 'userGroups'> {
  /** 4 to 12 lower-case letters. */
  name: Name;
  enterpriseId?: string;
  /**
   * Part of the IDs of its people, its channels and its bot. Default: the name in upper case. Two workspaces with the
   * same stem share all of these IDs, but never their own.
   */
  stem?: string;
}

export interface WorkspacePlan<Name extends string> {
  name: Name;
  team: Team;
  stem: string;
  people: People;
  userGroups: LocalSlackOptions['userGroups'];
}

/** @throws Error with a message, for an invalid specification or a duplicate name. */
export function planWorkspaces<Name extends string>(
  specs: readonly (Name | WorkspaceSpec<Name>)[],
): [WorkspacePlan<Name>, ...WorkspacePlan<Name>[]] {
  const [first, ...others] = specs.map((spec) => planWorkspace<Name>(spec));
  if (!first) throw new Error('At least one workspace is required.');
  const names = [first, ...others].map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two workspaces are called ${twice}.`);
  return [first, ...others];
}

function planWorkspace<Name extends string>(spec: Name | WorkspaceSpec<Name>): WorkspacePlan<Name> {
  const {
    name,
    enterpriseId,
    stem,
    people: further = [],
    userGroups,
  }: WorkspaceSpec<Name> = typeof spec === 'string' ? { name: spec } : spec;
  if (!/^[a-z]{4,12}$/.test(name)) throw new Error(`Invalid workspace name “${name}”: use 4 to 12 lowercase letters.`);
  const ids = stem ?? name.toUpperCase();
  if (!/^[A-Z0-9]{4,12}$/.test(ids))
    throw new Error(`“${ids}” cannot be part of IDs: use 4 to 12 capital letters and digits.`);
  // The bot of an organization is one user in all of its workspaces.
  const botStem = stem ?? enterpriseId ?? ids;
  const team: Team = {
    id: `T0${name.toUpperCase()}`,
    name: name.replace(/^./, (first) => first.toUpperCase()),
    domain: name,
    enterprise: enterpriseId === undefined ? null : { id: enterpriseId, name: `Organization ${enterpriseId}` },
    botUserId: `U0${botStem}BOT`,
    botId: `B0${botStem}BOT`,
  };
  return { name, team, stem: ids, people: gatherPeople(residentsOf(ids), further, team), userGroups };
}

/** The people of every workspace, with this workspace's IDs. */
function residentsOf(stem: string): Record<keyof typeof people, Person> {
  const own = (person: Person): Person => ({ ...person, id: person.id.replace(LOCAL_STEM, stem) });
  return { ana: own(people.ana), ben: own(people.ben), gus: own(people.gus) };
}
