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
          The connection to the {serverName} is lost, so what is shown may be old. It comes back by itself; if the{' '}
          {serverName} was stopped, start it again.
        </p>
      )}
    </div>
  );
}
