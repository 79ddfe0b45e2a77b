import { EVERYWHERE, type Verb } from './verb.ts';

/** The verbs about the account with which a workspace works. */
export const ACCOUNT_VERBS: readonly Verb[] = [
  {
    name: 'connect',
    group: 'Team',
    role: 'admin',
    needsAccount: false,
    onlyOwnAccount: true,
    argument: '',
    summary: 'A form that takes the API key of the account with which this workspace works.',
    examples: ['connect'],
    tryLine: 'connect',
    places: EVERYWHERE,
    // Whatever is typed behind it may be a key: it is repeated nowhere.
    read: (argument) => (argument === '' ? { verb: 'connect' } : { why: 'key-typed' }),
  },
  {
    name: 'disconnect',
    group: 'Team',
    role: 'admin',
    needsAccount: false,
    onlyOwnAccount: true,
    argument: '',
    summary: 'Forget that API key, after a question.',
    examples: ['disconnect'],
    tryLine: 'disconnect',
    places: EVERYWHERE,
    read: (argument) => (argument === '' ? { verb: 'disconnect', confirmed: false } : { why: 'key-typed' }),
  },
];
