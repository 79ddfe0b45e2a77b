/** A local implementation of the service, with a database, package files and injectable faults. */

export { StartError } from './start-error.ts';
export {
  type Exchange,
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from './start-local-service.ts';

// Faults and lies

export type { Fault, FaultRule, Faults } from './faults/faults.ts';
export { LIE_NAMES, LIES, type Lie, type Lies } from './faults/lies.ts';

// Stored data

export { flattenPackage } from './packages/flatten-package.ts';
export { streamZip } from './packages/stream-zip.ts';
export { lockDataDirectory } from './storage/data-directory.ts';
