import { useCallback, useState } from 'preact/hooks';
import type { ConfirmDialog } from '../../src/block-kit/index.ts';
import { ConfirmBox } from './confirm-box.tsx';

interface Question {
  dialog: ConfirmDialog;
  answer: (yes: boolean) => void;
}

/** Shows one confirmation at a time; a second one while the first is open resolves to no. */
export function useConfirm() {
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm = useCallback(
    (dialog: ConfirmDialog) =>
      new Promise<boolean>((resolve) => {
        setQuestion((open) => {
          if (!open) return { dialog, answer: resolve };
          resolve(false);
          return open;
        });
      }),
    [],
  );
  const box = question && (
    <ConfirmBox
      dialog={question.dialog}
      onAnswer={(yes) => {
        setQuestion(null);
        question.answer(yes);
      }}
    />
  );
  return { confirm, box };
}
