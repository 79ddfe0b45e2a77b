import type { ReleaseRecord } from '../storage/releases.ts';

/** A version as callers read and print it: `v1`. */
export const versionName = ({ version }: Pick<ReleaseRecord, 'version'>): string => `v${version}`;
