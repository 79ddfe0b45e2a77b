import { testAnyPackage } from './any-package.ts';

// Far more in test/proof/any-package.proof.ts.
testAnyPackage(25);
