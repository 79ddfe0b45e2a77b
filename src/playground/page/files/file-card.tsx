import type { FileInfo } from '../../page-api.ts';
import { Icon } from '../shell/icon.tsx';
import { formatSize } from './format-size.ts';

/** A file of a message. */
export function FileCard({ file: { name, size } }: { file: FileInfo }) {
  const kind = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toUpperCase() : 'File';
  return (
    <div class="file-card">
      <span class="file-sign">
        <Icon name="file" size={22} />
      </span>
      <span class="file-name">{name}</span>
      <small>
        {kind} · {formatSize(size)}
      </small>
    </div>
  );
}
