import type { PersonInfo } from '../../src/page-server/page-api.ts';

export const kindWords: Readonly<Record<PersonInfo['kind'], string>> = {
  owner: 'workspace owner',
  admin: 'workspace admin',
  member: 'member',
  guest: 'guest',
  'single-channel guest': 'single-channel guest',
  stranger: 'from another workspace',
  bot: 'bot',
  deactivated: 'deactivated',
  app: 'app',
};
