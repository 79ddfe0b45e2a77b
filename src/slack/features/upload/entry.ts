import type { AuditEnd } from '../../../store/audit-record.ts';
import { foreign } from '../../blocks/kit.ts';

/** `after` of an update. Earlier versions wrote `updated`, or an ID: `ID 6013 with new code`. */
const UPDATED = /^(?:updated|new code|code [0-9a-f]+)$|with new code$/;

/** Precedes the Agent's name in `after` of an upload. */
const CREATED_FOR = 'created for ';

/** Precedes the short digest in `after` of a rollback. Earlier versions wrote it like an update or a replacement. */
export const ROLLED_BACK_TO = 'rolled back to version ';

/**
 * The audit log's text for an upload or a decision about one. Only the upload's own entry has the result. Earlier
 * versions wrote IDs: `ID 6013`.
 */
export function uploadedWords(names: string, { after, before }: AuditEnd): string {
  if (after === 'decided: cancel') return `canceled the upload of ${names}`;
  if (after?.startsWith('decided: ')) return `confirmed the upload of ${names}`;
  if (after?.startsWith(ROLLED_BACK_TO))
    return `rolled ${names} back to version \`${foreign(after.slice(ROLLED_BACK_TO.length), 20)}\``;
  if (after !== null && UPDATED.test(after)) return `updated ${names}`;
  const agent = after?.startsWith(CREATED_FOR)
    ? ` and added it to ${foreign(after.slice(CREATED_FOR.length), 80)}`
    : '';
  return `${before === null || before === 'not there' ? 'uploaded' : 'replaced'} ${names}${agent}`;
}
