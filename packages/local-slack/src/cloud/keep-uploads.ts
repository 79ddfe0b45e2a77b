import { FileUploads } from '../file-uploads.ts';
import type { Team } from '../team.ts';

/**
 * The bot's uploads on their way, by whom the bot works for: with the token of an organisation the first steps name no
 * workspace, so that its workspaces have their uploads together.
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
