import type { UploadRecord } from '../store/upload-record.ts';
import { AccountLostError, StepTroubleError } from './upload-run.ts';
import type { UploadTools } from './upload-tools.ts';

/**
 * Why an upload cannot go on, which is for the account that was connected when it was sent in, and for no other. Null when
 * that is still so. A workspace that removed the bot may install it again, and a lost key may be given to the bot.
 */
export function lostAccount(
  { account: version = 0 }: Pick<UploadRecord, 'account'>,
  { account }: Pick<UploadTools, 'account'>,
): Error | null {
  switch (account.kind) {
    case 'connected':
      return account.version === version
        ? null
        : new AccountLostError('This workspace was connected anew meanwhile, maybe to another account.');
    case 'none':
      return new AccountLostError('This workspace is not connected to an account any more.');
    case 'unreadable':
      return new StepTroubleError('I cannot read the key of the account now.');
    case 'gone':
      return new StepTroubleError('The bot is not installed in this workspace any more.');
  }
}
