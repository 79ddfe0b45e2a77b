/** Runs the service on this machine, with a database, package files and faults on demand. */

export { StartError } from './start-error.ts';
export {
  type Exchange,
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from './start-local-service.ts';

// Faults

export type { Fault, FaultRule, Faults } from './faults/faults.ts';

// What is stored

export { flattenPackage } from './packages/flatten-package.ts';
export { lockDataDirectory } from './storage/data-directory.ts';
