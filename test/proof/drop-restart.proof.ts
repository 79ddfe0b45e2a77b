import { describe, test } from 'vitest';
import { expectOneOfferAfterKill } from '../e2e/drop-restart.ts';
import { storeKinds } from '../store/stores.ts';

describe.each(['socket', 'http'] as const)('over %s', (mode) => {
  test.each(storeKinds)(
    'a drop whose bot is killed right after the ack is offered by another one, once, on %s',
    (kind) => expectOneOfferAfterKill(mode, kind),
  );
});
