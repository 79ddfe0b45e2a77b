import type { FileInfo } from '../../src/page-server/page-api.ts';
import { fileAddress } from '../api/server-api.ts';
import { useSession } from '../session/session.ts';
import { Icon } from '../shell/icon.tsx';
import { formatSize } from './format-size.ts';

/** A downloadable file in a message. */
export function FileCard({ file: { id, name, size } }: { file: FileInfo }) {
  const { viewerId } = useSession();
  const kind = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toUpperCase() : 'File';
  return (
    <div class="file-card">
      <span class="file-sign">
        <Icon name="file" size={22} />
      </span>
      <span class="file-name">{name}</span>
      <small>
        {kind} · {formatSize(size)} ·{' '}
        <a href={fileAddress(viewerId, id)} download={name} aria-label={`Download ${name}`}>
          Download
        </a>
      </small>
    </div>
  );
}
