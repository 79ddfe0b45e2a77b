/** How the keepers of files outside Slack are called; Slack tells them by these words. */
const KEEPERS: Readonly<Record<string, string>> = {
  gdrive: 'Google Drive',
  dropbox: 'Dropbox',
  box: 'Box',
  onedrive: 'OneDrive',
  sharepoint: 'SharePoint',
};

/** For what only a member of the channel may see. The bot is invited by its name in the manifest. */
const NOT_SEEN =
  'Either it was deleted, or I am not in its channel: invite me there with /invite @abilities, or drop it where I am.';

/** What Slack says of a file, as far as it decides whether the bot can read it. */
export interface FileStanding {
  name: string;
  mode: string | null;
  isExternal: boolean;
  externalType: string | null;
  /** Set for files of other workspaces. */
  access: string | null;
  hasUrl: boolean;
}

/** Why a file cannot be read although Slack tells of it, in plain sentences; null when it can be. */
export function explainUnreadableFile(file: FileStanding): string | null {
  const { access, externalType, hasUrl, isExternal, mode, name } = file;
  if (mode === 'tombstone') return `${name} was deleted. Drop it again.`;
  if (isExternal || mode === 'external') {
    const keeper = KEEPERS[externalType ?? ''];
    const where = keeper ? `kept by ${keeper}, not by Slack` : 'not kept by Slack itself';
    return `${name} is ${where}, so I cannot read it. Download it and drop the file itself.`;
  }
  if (mode === 'hidden_by_limit')
    return `Slack hides ${name}, since it is past the limits of this workspace. Drop it again.`;
  if (access === 'access_denied' || access === 'file_not_found') return explainRefusedFile(name, access);
  return hasUrl ? null : `Slack does not hold ${name} itself any more, so it cannot be read. Drop it again.`;
}

/** Why Slack does not even tell of a file, in plain sentences. Its own word says more to whoever runs the bot. */
export function explainRefusedFile(name: string, reason: string): string {
  const what = `Slack does not give ${name} (${reason}).`;
  if (reason === 'file_deleted') return `${what} It was deleted: drop it again.`;
  return /^(file_not_found|access_|not_in_|not_visible|channel_not_found|no_permission)/.test(reason)
    ? `${what} ${NOT_SEEN}`
    : `${what} If it was deleted, drop it again.`;
}
