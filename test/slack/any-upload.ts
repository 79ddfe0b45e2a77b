import { CATEGORIES } from '@abilities-bot/service-api';
import fc from 'fast-check';
import {
  UPLOAD_STATES,
  type UploadContents,
  type UploadEnd,
  type UploadRecord,
} from '../../src/store/upload-record.ts';
import { CONTENTS, KEPT, NEW_ID, PLANS, TAKEN, TROUBLE, upload } from './sample-uploads.ts';
import { ASKED } from './sample-values.ts';

const count = fc.nat(1_000_000_000);

/** Uploads in any state with any text in each user-provided field. */
export function anyUpload(text: fc.Arbitrary<string>): fc.Arbitrary<UploadRecord> {
  const texts = fc.array(text, { maxLength: 30 });
  const form = fc.record({
    name: text,
    category: fc.constantFrom(...CATEGORIES),
    description: text,
    triggerWords: texts,
  });
  const contents: fc.Arbitrary<UploadContents> = fc.record({
    bytes: count,
    unpackedBytes: count,
    files: count,
    sha256: fc.constant(CONTENTS.sha256),
    contentDigest: fc.constant(CONTENTS.contentDigest),
    listed: fc.array(fc.record({ path: text, bytes: count }), { maxLength: 20 }),
    warnings: fc.array(text, { maxLength: 10 }),
    flat: fc.boolean(),
    lift: fc.option(
      fc.record({
        kind: fc.constantFrom('folder' as const, 'zip' as const),
        from: text,
        contentDigest: fc.constant(CONTENTS.contentDigest),
        flat: fc.boolean(),
      }),
    ),
    leftOut: fc.option(text),
  });
  const by = fc
    .record({
      description: fc.option(text),
      category: fc.option(text),
      triggerWords: texts,
      agentNames: fc.option(texts),
      canUpdateInPlace: fc.boolean(),
    })
    .map((told) => ({ ...TAKEN, ...told }));
  const kept = fc.record({ form, names: texts, triggerWords: texts, allAgentsKnown: fc.boolean() }).map((old) => ({
    ...KEPT,
    form: old.form,
    allAgentsKnown: old.allAgentsKnown,
    installed: KEPT.installed && { ...KEPT.installed, triggerWords: old.triggerWords },
    agents: old.names.flatMap((name) => KEPT.agents.slice(0, 1).map((agent) => ({ ...agent, name }))),
  }));
  return fc
    .record({
      state: fc.constantFrom(...UPLOAD_STATES),
      plan: fc.constantFrom(...Object.values(PLANS)),
      form,
      zip: fc.record(
        { id: fc.constant('F0TIDES'), name: text, parts: fc.constant<string[]>(['F0TIDES', 'F0MORE']) },
        { requiredKeys: ['id', 'name'] },
      ),
      icon: fc.option(fc.record({ id: fc.constant('F0ICON'), name: text })),
      wrap: fc.boolean(),
      contents: fc.option(contents),
      question: fc.option(
        fc.oneof(
          fc.constant({ kind: 'contents' } as const),
          fc.record({ kind: fc.constant('name-taken' as const), by }),
        ),
      ),
      askUntil: fc.option(fc.constant(TROUBLE.since)),
      abilityId: fc.option(fc.constant(NEW_ID)),
      kept: fc.option(kept),
      refusal: fc.option(text),
      trouble: fc.option(text.map((sentence) => ({ ...TROUBLE, sentence }))),
      sends: fc.nat(3),
    })
    .map(upload);
}

/** Every kind of end. */
export const anyEnd = (text: fc.Arbitrary<string>): fc.Arbitrary<UploadEnd> => {
  const id = fc.constant(NEW_ID);
  const notRestored = fc.array(text, { maxLength: 40 });
  const kind = <K extends UploadEnd['kind']>(name: K) => fc.constant(name);
  return fc.oneof(
    fc.record({
      kind: kind('uploaded'),
      abilityId: id,
      state: fc.constantFrom('enabled', 'disabled', 'not-installed', 'orphan', null),
      notRestored,
    }),
    fc.record({ kind: kind('updated'), abilityId: id }),
    fc.record({ kind: kind('refused'), sentence: text }),
    fc.record({ kind: kind('refused-after-delete'), sentence: text, backAs: fc.option(id), notRestored }),
    fc.record({
      kind: kind('given-up'),
      sentence: text,
      effect: fc.constantFrom('none', 'unknown', 'old-deleted'),
    }),
    fc.record({ kind: kind('cancelled'), by: fc.option(fc.constant(ASKED.userId)) }),
  );
};
