import { describe, expect, test } from 'vitest';
import type { UploadChoice } from '../../src/core/features/upload/choose.ts';
import { auditLineOf, auditResultOf, findTargets, isAudited, isRead, verbOf } from '../../src/core/registry.ts';
import { runIfAllowed } from '../../src/core/run-command.ts';
import { actorAs } from '../core/actors.ts';
import { useAccounts } from '../core/operations/account.ts';
import { openAsking } from './asking-upload.ts';

const openAccount = useAccounts();
const PLACE = { channel: 'C0OPS', ts: '1741097000.000200' };
const ANA = actorAs('U0ANA', 'editor');

async function open() {
  const asking = await openAsking(openAccount);
  const { context, id } = asking;
  const command = (decide: UploadChoice, upload = id) =>
    ({ verb: 'choose-for-upload', upload, decide, place: PLACE }) as const;
  const choose = (decide: UploadChoice, upload?: string) => runIfAllowed(command(decide, upload), context, ANA);
  return { ...asking, choose, command };
}

describe('a button below the message of an upload', () => {
  test('decides, after its message belongs to the upload', async () => {
    const { bench, choose, done, id } = await open();
    const outcome = await choose('cancel');
    expect(outcome).toEqual({ kind: 'upload-decided', decide: 'cancel', uploadId: id, name: 'Weather' });
    expect((await bench.find(id)).state).toBe('cancelled');
    expect(done).toEqual([`adopt asking ${id} ${PLACE.ts}`, `interrupt ${id}`, 'wake']);
    expect(auditResultOf(outcome)).toEqual({
      targets: [{ kind: 'upload', id, name: 'Weather' }],
      before: null,
      after: 'decided: cancel',
      outcome: 'done',
      why: null,
    });
  });

  test('that comes too late changes nothing, and wakes nobody', async () => {
    const { choose, done, id } = await open();
    await choose('cancel');
    done.length = 0;
    for (const decide of ['send', 'send-wrapped', 'cancel'] as const) {
      const outcome = await choose(decide);
      expect(outcome).toMatchObject({ kind: 'upload-past-choice', record: { state: 'cancelled' } });
      expect(auditResultOf(outcome)).toEqual({
        targets: [{ kind: 'upload', id, name: 'Weather' }],
        before: null,
        after: null,
        outcome: 'unchanged',
        why: 'no longer waiting for a decision',
      });
    }
    for (const decide of ['update', 'change'] as const) {
      expect(await choose(decide)).toMatchObject({ kind: 'upload-past-choice' });
    }
    expect(done.filter((one) => !one.startsWith('adopt'))).toEqual([]);
  });

  test('of an upload that is no longer kept says so', async () => {
    const { choose } = await open();
    for (const decide of ['cancel', 'details', 'update'] as const) {
      expect(await choose(decide, '0123456789abcdef')).toMatchObject({ kind: 'upload-unknown' });
    }
  });

  test.each([
    ['update', 'upload-update-form'],
    ['change', 'upload-change-form'],
  ] as const)('opens a form to %s it', async (decide, kind) => {
    const { bench, choose, done, id } = await open();
    expect(await choose(decide)).toMatchObject({ kind, record: { id } });
    expect(done).toEqual([`adopt asking ${id} ${PLACE.ts}`]);
    expect((await bench.find(id)).state).toBe('asking');
  });

  test('that only shows details leaves its message alone', async () => {
    const { choose, done } = await open();
    expect(await choose('details')).toMatchObject({ kind: 'upload-details' });
    expect(done).toEqual([]);
  });

  test('needs the role of what it does', async () => {
    const { command, context } = await open();
    expect(await runIfAllowed(command('replace'), context, ANA)).toMatchObject({
      kind: 'refused',
      refusal: { why: 'role-missing', verb: 'replace', needed: 'admin' },
    });
    expect(await runIfAllowed(command('replace'), context, actorAs('U0BEN'))).toMatchObject({
      kind: 'upload-replace-form',
    });
    const viewer = actorAs('U0CLEO', 'viewer');
    expect(await runIfAllowed(command('details'), context, viewer)).toMatchObject({ kind: 'upload-details' });
    expect(await runIfAllowed(command('cancel'), context, viewer)).toMatchObject({ kind: 'refused' });
  });

  test('is audited under that verb, with the name of the upload, if it decides', async () => {
    const { command, context, id } = await open();
    const audited = ['cancel', 'send', 'send-wrapped'] as const;
    for (const decide of audited) expect([isAudited(command(decide)), isRead(command(decide))]).toEqual([true, false]);
    const shown = ['update', 'replace', 'change', 'details'] as const;
    for (const decide of shown) expect([isAudited(command(decide)), isRead(command(decide))]).toEqual([false, true]);
    expect([...audited, ...shown].map((decide) => verbOf(command(decide)))).toEqual([
      ...['upload', 'upload', 'upload', 'upload', 'replace', 'upload', 'show'],
    ]);
    expect(auditLineOf(command('send-wrapped'))).toBe('send-wrapped');
    expect(await findTargets(command('send'), context)).toEqual([{ kind: 'upload', id, name: 'Weather' }]);
    expect(await findTargets(command('send', '0123456789abcdef'), context)).toEqual([
      { kind: 'upload', id: '0123456789abcdef', name: null },
    ]);
  });
});

describe('a button of an offer', () => {
  const file = { id: 'F0TIDES', name: 'tides.zip' };

  test('dismisses it, unless an upload shows its progress there', async () => {
    const { bench, context, id } = await open();
    const dismiss = (place: typeof PLACE | null) => runIfAllowed({ verb: 'dismiss-offer', file, place }, context, ANA);
    expect(await dismiss(PLACE)).toEqual({ kind: 'offer-dismissed', file, place: PLACE });
    await bench.tools.store.uploads.setPlace(id, PLACE);
    expect(await dismiss(PLACE)).toEqual({ kind: 'offer-in-use', file });
    expect(await dismiss(null)).toMatchObject({ kind: 'refused', refusal: { why: 'stale-button' } });
  });

  test('starts an update with the values that the Ability has, audited as its upload only', async () => {
    const { bench, context, done } = await open();
    const command = { verb: 'update-offered', file, name: 'Radio', place: PLACE } as const;
    const outcome = await runIfAllowed(command, context, ANA);
    if (outcome.kind !== 'update-started') throw new Error('The update is started.');
    const { uploadId } = outcome;
    const radio = (await context.service.listAbilities()).find(({ name }) => name === 'Radio');
    expect(await bench.find(uploadId)).toMatchObject({
      form: { name: 'Radio', triggerWords: radio?.triggerWords, category: radio?.category },
      place: PLACE,
      ref: ANA.ref,
      userId: ANA.userId,
    });
    expect(done).toEqual([`begin ${uploadId}`, 'wake', 'changed']);
    expect([isAudited(command), isRead(command)]).toEqual([false, false]);
  });

  test.each([
    ['a zip', file],
    ['a folder of a zip', { ...file, folder: 'deep/'.repeat(50) }],
  ])('starts one update of %s for all clicks, and another one once that has ended', async (_name, zip) => {
    const { bench, context } = await open();
    let clicks = 0;
    const click = async (place: typeof PLACE | null = PLACE) => {
      clicks += 1;
      const command = { verb: 'update-offered', file: zip, name: 'Radio', place } as const;
      const outcome = await runIfAllowed(command, context, { ...ANA, ref: `click-${clicks}` });
      if (outcome.kind !== 'update-started') throw new Error('The update is started.');
      return outcome.uploadId;
    };
    const seen = new Set<string>();
    for (let round = 1; round <= 3; round += 1) {
      const [first, second] = await Promise.all([click(), click()]);
      expect([second, await click()]).toEqual([first, first]);
      expect(seen).not.toContain(first);
      seen.add(first);
      await bench.decide(first, { kind: 'cancel', by: ANA.userId });
    }
    // Nothing identifies an offer that only one person sees.
    expect(await click(null)).not.toBe(await click(null));
  });

  test('starts nothing for an Ability that is gone', async () => {
    const { context, done } = await open();
    const command = { verb: 'update-offered', file, name: 'Nothing', place: PLACE } as const;
    expect(await runIfAllowed(command, context, ANA)).toEqual({ kind: 'update-gone', name: 'Nothing' });
    expect(done).toEqual([]);
  });
});

describe('all changes of an upload', () => {
  const send = (upload: string) => ({ verb: 'send-changes', upload }) as const;

  test('are sent while it asks, and that is audited', async () => {
    const { bench, context, id } = await open();
    const outcome = await runIfAllowed(send(id), context, ANA);
    expect(outcome).toMatchObject({ kind: 'changes-sent', record: { id } });
    expect(auditResultOf(outcome)).toMatchObject({
      targets: [{ kind: 'upload', id, name: 'Weather' }],
      outcome: 'done',
      after: 'code changes sent',
    });
    expect(isAudited(send(id))).toBe(true);
    expect((await bench.find(id)).state).toBe('asking');
  });

  test('are not sent once it was decided, or is no longer kept', async () => {
    const { choose, context, id } = await open();
    await choose('cancel');
    expect(await runIfAllowed(send(id), context, ANA)).toMatchObject({ kind: 'upload-past-choice' });
    expect(await runIfAllowed(send('0123456789abcdef'), context, ANA)).toMatchObject({ kind: 'upload-unknown' });
  });
});
