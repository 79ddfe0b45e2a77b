import type { types } from '@slack/bolt';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import { changesBlocks } from '../../blocks/code-changes.ts';
import { section } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { decidedLine, decisionOf } from './decided.ts';
import { codeOf, subjectLine } from './subject.ts';

/** Shows the requested code changes as in the form in which they were requested. */
export function approvalChanges(approval: ApprovalRecord, origin: Origin, at: Date): types.ModalView {
  const { askedBy, what } = approval;
  const decided = decisionOf(approval, at);
  const line = decided === null ? `${person(askedBy)} wants to ${subjectLine(what)}.` : decidedLine(approval, decided);
  const code = codeOf(what);
  if (code === null || !('uploadId' in what)) {
    return sentenceModal('Changes', `${line}\nThe request has no code to compare.`);
  }
  const upload = decided === null ? { id: what.uploadId, name: what.name } : null;
  return {
    ...sentenceModal('Changes', ''),
    callback_id: 'answer',
    private_metadata: encodeMetadata({ form: 'answer', origin }),
    blocks: [section(line), ...changesBlocks(code, upload)],
  };
}
