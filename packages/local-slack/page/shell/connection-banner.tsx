import type { Seen } from '../store/seen.ts';
import { Icon } from './icon.tsx';
import { serverName } from './server-name.ts';

/** Warns that the page may be out of date. */
export function ConnectionBanner({ connection }: { connection: Seen['connection'] }) {
  return (
    <div class="banner-place" role="status">
      {connection === 'lost' && (
        <p class="banner">
          <Icon name="warning" size={18} />
          Connection to the {serverName} lost. Reconnecting… If you stopped the {serverName}, start it again.
        </p>
      )}
    </div>
  );
}
