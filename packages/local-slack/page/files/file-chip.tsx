import { Icon } from '../shell/icon.tsx';
import { type DroppedFile, sizeOf } from './dropped-file.ts';
import { formatSize } from './format-size.ts';

/** A file in the draft. */
export function FileChip({ file, onRemove }: { file: DroppedFile; onRemove: () => void }) {
  return (
    <span class="file-chip">
      <Icon name="file" size={16} />
      <span>{file.name}</span>
      <small>{formatSize(sizeOf(file))}</small>
      <button type="button" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}
