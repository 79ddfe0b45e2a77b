import { unquote } from './quotes.ts';
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
