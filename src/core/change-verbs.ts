import { assignFeature } from './features/assign.ts';
import { deleteFeature } from './features/delete.ts';
import { toggleFeature } from './features/toggle.ts';
import { triggersFeature } from './features/triggers.ts';
import { undoFeature } from './features/undo.ts';
import { unquote } from './references.ts';
import { EVERYWHERE, type Verb, withoutArgument } from './verb.ts';

/** The verbs that bring new Abilities. */
export const UPLOAD_VERBS: readonly Verb[] = [
  {
    name: 'upload',
    group: 'Upload',
    role: 'operator',
    roleToReplace: 'admin',
    argument: '',
    summary:
      'Upload a zip, chosen in a form, with one folder in it that holds main.py. How it goes is told in direct messages. Dropping the zip into a channel works too, and is told there.',
    examples: ['upload'],
    tryLine: 'upload',
    places: [...EVERYWHERE, 'shortcut', 'file'],
    read: withoutArgument({ verb: 'upload' }),
  },
  {
    name: 'new',
    group: 'Upload',
    // It touches nothing on the account.
    role: 'viewer',
    needsAccount: false,
    argument: '<name>',
    summary: 'A zip with a first Ability in it, to write on and upload.',
    examples: ['new Night Tides'],
    tryLine: 'new Night Tides',
    places: EVERYWHERE,
    read: (argument) => ({ verb: 'new', name: unquote(argument) }),
  },
];

/** The verbs that change something, and the one that takes it back. */
export const CHANGE_VERBS: readonly Verb[] = [
  toggleFeature.verbs.enable,
  toggleFeature.verbs.disable,
  triggersFeature.verbs.triggers,
  assignFeature.verbs.assign,
  assignFeature.verbs.unassign,
  deleteFeature.verbs.delete,
  undoFeature.verbs.undo,
];
