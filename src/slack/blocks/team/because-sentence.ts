import type { Because, PersonKind } from '../../../core/access/access.ts';
import { group } from './access-sentences.ts';

const KINDS: Record<PersonKind, string> = {
  owner: 'you are an owner of the workspace',
  admin: 'you are an admin of the workspace',
  member: 'you are a full member of the workspace',
  guest: 'you are a guest in the workspace',
  'single-channel guest': 'you are a guest of a single channel',
  stranger: 'you belong to another workspace',
  bot: 'you are an app',
  deactivated: 'your account is deactivated',
};

/** Why somebody has their role, after "because". */
export function becauseOf(because: Because): string {
  switch (because.by) {
    case 'kind':
      return KINDS[because.kind];
    case 'listed':
      return 'you are listed for it in the settings';
    case 'group':
      return `${group(because.groupId)} is listed for it in the settings`;
  }
}
