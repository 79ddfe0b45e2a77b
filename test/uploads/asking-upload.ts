import { makeAccountUploads } from '../../src/uploads/account-uploads.ts';
import { compareUpload } from '../../src/uploads/compare-upload.ts';
import type { useAccounts } from '../core/operations/account.ts';
import { withoutWaits } from '../hand-clock.ts';
import { openBench } from './upload-bench.ts';

/** An account with an upload that asks what to do about a taken name, and what operations did to it. */
export async function openAsking(openAccount: ReturnType<typeof useAccounts>) {
  const account = await openAccount();
  const bench = await openBench(account, 'libsql');
  const record = await bench.askedAbout('Weather');
  const done: string[] = [];
  const uploads = makeAccountUploads(bench.tools, {
    clock: withoutWaits(bench.tools.now),
    // Nothing works on a new upload here.
    deadlines: { offeredUpdate: 0 },
    worker: {
      isStopping: false,
      interrupt: (id) => void done.push(`interrupt ${id}`),
      wake: () => void done.push('wake'),
    },
    begin: async ({ id }) => void done.push(`begin ${id}`),
    changed: () => void done.push('changed'),
    compare: (asking) => compareUpload(asking, bench.tools),
    adopt: async ({ id, state }, { ts }) => void done.push(`adopt ${state} ${id} ${ts}`),
  });
  return { account, bench, context: { ...account.context, uploads }, done, id: record.id, record };
}
