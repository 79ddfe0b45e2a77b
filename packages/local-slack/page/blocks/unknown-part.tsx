import { Icon } from '../shell/icon.tsx';
import { serverName } from '../shell/server-name.ts';

/** Shown for a block or element that this page cannot draw, so that it is not missed. */
export function UnknownPart({ kind, part }: { kind: 'block' | 'element'; part: unknown }) {
  const type = typeof part === 'object' && part !== null && 'type' in part ? String(part.type) : 'without a type';
  return (
    <div class="unknown-part" role="alert">
      <Icon name="warning" size={18} />
      <span>
        The {serverName} does not support this {kind}: <code>{type}</code>.
      </span>
    </div>
  );
}
