import type { Reach } from '../gateway/switchboard.ts';
import type { Person } from '../state/people.ts';
import type { LocalWorkspace } from '../state/workspace.ts';

/** A place where the app can be installed: one workspace, or all workspaces of an organization. */
export interface Tenant {
  /** T… or E…. */
  id: string;
  name: string;
  isEnterprise: boolean;
  workspaces: Reach;
}

/** Every workspace, and with `orgDeploy` every organization. */
export function listTenants(workspaces: readonly LocalWorkspace[], orgDeploy: boolean): readonly Tenant[] {
  const single = workspaces.map((slack): Tenant => {
    const { id, name } = slack.team;
    return { id, name, isEnterprise: false, workspaces: [slack] };
  });
  const names = new Map(
    workspaces.flatMap(({ team: { enterprise } }) => (enterprise ? [[enterprise.id, enterprise.name]] : [])),
  );
  const whole = [...names].flatMap(([id, name]): Tenant[] => {
    const [first, ...others] = workspaces.filter(({ team }) => team.enterprise?.id === id);
    return first ? [{ id, name, isEnterprise: true, workspaces: [first, ...others] }] : [];
  });
  return orgDeploy ? [...single, ...whole] : single;
}

/**
 * The tenant of an installation: named by the domain of a workspace or by the ID of an organization, else the workspace
 * with this person object, since another workspace may have someone with the same ID.
 * @throws Error if there is none.
 */
export function findTenantId(tenants: readonly Tenant[], person: Person, into: string | undefined): string {
  const fits = ({ id, isEnterprise, workspaces: [{ team, people }] }: Tenant) => {
    if (into === undefined) return !isEnterprise && people.includes(person);
    return isEnterprise ? id === into : team.domain === into;
  };
  const found = tenants.find(fits);
  if (!found)
    throw new Error(`${person.name} cannot install the app in ${into ?? 'a workspace of their own'}: there is none.`);
  return found.id;
}
