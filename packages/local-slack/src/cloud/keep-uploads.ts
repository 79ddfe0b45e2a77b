import { FileUploads } from '../files/file-uploads.ts';
import type { Team } from '../state/team.ts';

/**
 * The bot's pending uploads. With an organization's token the first steps name no workspace, so its workspaces share
 * their uploads.
 */
export function keepUploads(): (team: Team) => FileUploads {
  const known = new Map<string, FileUploads>();
  return ({ id, enterprise }) => {
    const owner = enterprise?.id ?? id;
    const uploads = known.get(owner) ?? new FileUploads();
    known.set(owner, uploads);
    return uploads;
  };
}
