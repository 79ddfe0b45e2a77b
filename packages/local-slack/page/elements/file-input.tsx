import { useRef, useState } from 'preact/hooks';
import { limits } from '../../src/block-kit/index.ts';
import type { DroppedFile } from '../files/dropped-file.ts';
import { FileChip } from '../files/file-chip.tsx';
import { readFile } from '../files/read-file.ts';
import { useSurface } from '../session/surface.ts';
import { Icon } from '../shell/icon.tsx';
import type { ElementOf, ElementProps } from './element-props.ts';

/** Files are sent when the form is submitted. */
export function FileInput({ blockId, element, field }: ElementProps<ElementOf<'file_input'>>) {
  const { entered, enter } = useSurface();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [note, setNote] = useState('');
  const { filetypes, max_files = limits.filesPerInput } = element;

  const value = entered(blockId, element);
  const files = value?.kind === 'files' ? value.files : [];
  const keep = (kept: readonly DroppedFile[]) => enter(blockId, element, { kind: 'files', files: kept });

  const add = async (list: FileList | null | undefined) => {
    try {
      const added = await Promise.all([...(list ?? [])].map(readFile));
      if (added.length === 0) return;
      // With a limit of one, a new file replaces the old one.
      const all = max_files === 1 ? added : [...files, ...added];
      setNote(
        all.length > max_files
          ? `You can add at most ${max_files} ${max_files === 1 ? 'file' : 'files'}. The rest were left out.`
          : '',
      );
      keep(all.slice(0, max_files));
    } catch {
      setNote('The browser could not read that file. Zip folders first.');
    }
  };

  return (
    <fieldset
      class="file-input"
      aria-labelledby={field?.labelId}
      data-over={over}
      data-invalid={field?.invalid}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        void add(event.dataTransfer?.files);
      }}
    >
      {files.map((file, index) => (
        <FileChip
          key={`${file.name}-${index}`}
          file={file}
          onRemove={() => keep(files.filter((other) => other !== file))}
        />
      ))}
      <div class="file-choice">
        <Icon name="attach" size={18} />
        <input
          ref={input}
          class="only-heard"
          id={field?.id}
          type="file"
          accept={filetypes?.map((type) => `.${type}`).join(',')}
          multiple={max_files > 1}
          aria-describedby={field?.describedBy}
          aria-invalid={field?.invalid}
          onChange={({ currentTarget }) => {
            void add(currentTarget.files);
            // Otherwise choosing the same file again would not fire a change event.
            currentTarget.value = '';
          }}
        />
        <span>
          <button
            type="button"
            class="link-button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => input.current?.click()}
          >
            {files.length > 0 && max_files === 1 ? 'Choose another file' : 'Choose a file'}
          </button>{' '}
          or drop it here
        </span>
        {max_files > 1 && <small>Up to {max_files} files</small>}
      </div>
      {note && <p role="status">{note}</p>}
    </fieldset>
  );
}
