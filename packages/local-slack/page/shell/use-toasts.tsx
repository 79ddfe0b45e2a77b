import { useCallback, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** Long enough to be read twice. */
const SHOWN_MS = 12_000;

/** Messages that belong to no place on the page. */
export function useToasts() {
  const [toasts, setToasts] = useState<readonly { id: number; sentence: string }[]>([]);
  const hide = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id));
  const say = useCallback((sentence: string) => {
    const id = Math.random();
    setToasts((shown) => [...shown, { id, sentence }]);
    setTimeout(() => hide(id), SHOWN_MS);
  }, []);
  const list = (
    <div class="toasts" role="status">
      {toasts.map(({ id, sentence }) => (
        <p class="toast" key={id}>
          {sentence}
          <button type="button" class="icon-button" aria-label="Hide this" onClick={() => hide(id)}>
            <Icon name="close" size={14} />
          </button>
        </p>
      ))}
    </div>
  );
  return { say, list };
}
