import { testAnyPackage } from '../../packages/ability-zip/test/any-package.ts';

testAnyPackage(1000);
