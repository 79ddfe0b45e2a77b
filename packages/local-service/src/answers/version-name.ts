import type { ReleaseRecord } from '../storage/releases.ts';

/** A version as clients show it: `v1`. */
export const versionName = ({ version }: Pick<ReleaseRecord, 'version'>): string => `v${version}`;
