/** The scopes that the bot asks for, each with its reason. The manifest and the README are held against this by a test. */
export const BOT_SCOPES = {
  commands: 'To be called as /abilities.',
  'chat:write': 'To answer, to reply in the thread of a dropped zip, and to tell the end of an upload.',
  'files:read': 'To hear that a zip was shared (file_shared) and to read it when somebody asks to upload it.',
} as const;

export const BOT_EVENTS = ['file_shared', 'app_home_opened'] as const;
