/** The scopes that the bot asks for, each with its reason. The manifest and the README are held against this by a test. */
export const BOT_SCOPES = {
  commands: 'To be called as /abilities, and by its three shortcuts.',
  'chat:write': 'To answer, to reply in the thread of a dropped zip, and to tell the end of an upload.',
  'app_mentions:read': 'To be called as @abilities in a thread, where no slash command works (app_mention).',
  'users:read': 'To know who is admin, member or guest, which decides what they may do.',
  'usergroups:read': 'To give roles to user groups.',
  'files:read': 'To hear that a zip was shared (file_shared) and to read it when somebody asks to upload it.',
  'files:write': 'To hand over an export of the account and starter packages as files.',
} as const;

export const BOT_EVENTS = ['file_shared', 'app_home_opened', 'app_mention'] as const;

/** Subscribed to as well where several workspaces install the bot: each says that it was removed. They need no scope. */
export const DISTRIBUTED_EVENTS = ['app_uninstalled', 'tokens_revoked'] as const;

/** The shortcuts of the app by their callback IDs, as the manifest names them. */
export const SHORTCUTS = {
  'manage-abilities': {
    name: 'Manage Abilities',
    type: 'global',
    description: 'See and change the Abilities of your Agents',
  },
  'upload-ability': { name: 'Upload an Ability', type: 'global', description: 'Upload a zip that holds an Ability' },
  'upload-as-ability': {
    name: 'Upload as an Ability',
    type: 'message',
    description: 'Upload the files of this message as an Ability',
  },
} as const;
