import { useRef } from 'preact/hooks';
import { Icon } from '../shell/icon.tsx';

/** Opens the browser's file picker. */
export function AttachButton({ onFiles }: { onFiles: (files: FileList | null) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        aria-label="Files to attach"
        onChange={async ({ currentTarget }) => {
          await onFiles(currentTarget.files);
          // Otherwise choosing the same file again would not fire a change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
