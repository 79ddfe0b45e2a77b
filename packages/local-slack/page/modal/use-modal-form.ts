import { useState } from 'preact/hooks';
import type { ViewInfo } from '../../src/page-server/page-api.ts';
import { type FieldValues, fieldKey, toAnswer } from '../session/field-value.ts';
import { useSession } from '../session/session.ts';

interface Outcome {
  /** Validation errors of the client, by block ID. */
  problems: Readonly<Record<string, string>>;
  /** An error about the whole form. */
  sentence: string | null;
  /** Blocks changed since, whose errors no longer apply. */
  forgiven: readonly string[];
}

const untried: Outcome = { problems: {}, sentence: null, forgiven: [] };

/** Submits and closes the top modal, and keeps its errors. */
export function useModalForm(view: ViewInfo, touched: FieldValues) {
  const { act, viewerId } = useSession();
  const [working, setWorking] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const outcome = outcomes[view.id] ?? untried;
  const busy = working === view.id;
  const said = Object.entries({ ...view.errors, ...outcome.problems });

  const note = (change: (before: Outcome) => Outcome) =>
    setOutcomes((before) => ({ ...before, [view.id]: change(before[view.id] ?? untried) }));

  return {
    busy,
    attempts,
    sentence: outcome.sentence,
    errors: busy ? {} : Object.fromEntries(said.filter(([blockId]) => !outcome.forgiven.includes(blockId))),
    forgive: (blockId: string) => note((before) => ({ ...before, forgiven: [...before.forgiven, blockId] })),
    submit: async () => {
      setWorking(view.id);
      note(() => untried);
      const answer = await act({ do: 'submit', person: viewerId, viewId: view.id, values: collect(view, touched) });
      setWorking(null);
      setAttempts((count) => count + 1);
      if (answer.ok) return;
      const { problems = {}, sentence } = answer;
      // Without the sentence if fields have errors: it would only repeat them.
      note(() => ({ problems, sentence: Object.keys(problems).length > 0 ? null : sentence, forgiven: [] }));
    },
    close: async () => {
      const answer = await act({ do: 'close-view', person: viewerId, viewId: view.id });
      if (!answer.ok) note((before) => ({ ...before, sentence: answer.sentence }));
    },
  };
}

/** Changed inputs only; the server has the initial values of the others. */
function collect({ definition }: ViewInfo, touched: FieldValues) {
  const values: Record<string, ReturnType<typeof toAnswer>> = {};
  for (const block of definition.blocks) {
    if (block.type !== 'input' || block.block_id === undefined) continue;
    const value = touched[fieldKey(block.block_id, block.element)];
    if (value) values[block.block_id] = toAnswer(value, block.element);
  }
  return values;
}
