export type { Fault, FaultRule, Faults } from './faults/faults.ts';
export { flattenPackage } from './packages/flatten-package.ts';
export { StartError } from './start-error.ts';
export {
  type Exchange,
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from './start-local-service.ts';
export { lockDataDirectory } from './storage/data-directory.ts';
