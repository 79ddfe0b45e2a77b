import type { ChannelInfo, PersonInfo } from '../../src/page-server/page-api.ts';
import { Icon, type IconName } from '../shell/icon.tsx';
import type { Spot } from '../shell/spot.ts';
import { ThemeButton } from '../shell/theme-button.tsx';
import { PersonSwitch } from './person-switch.tsx';

interface SidebarProps {
  channels: readonly ChannelInfo[];
  people: readonly PersonInfo[];
  viewerId: string;
  botName: string;
  spot: Spot;
  /** IDs of channels with messages that this person has not viewed. */
  unread: ReadonlySet<string>;
  onGo: (spot: Spot) => void;
  onPerson: (id: string) => void;
}

export function Sidebar({ channels, people, viewerId, botName, spot, unread, onGo, onPerson }: SidebarProps) {
  const rooms = channels.filter(({ kind }) => kind === 'channel');
  const direct = channels.find(({ kind }) => kind === 'direct-message');
  return (
    <nav class="sidebar" aria-label="Workspace">
      <header class="sidebar-header">
        <div>
          <strong>Local Slack</strong>
          <small>On this machine only</small>
        </div>
        <ThemeButton />
      </header>
      <div class="sidebar-places">
        <h2>Channels</h2>
        <ul>
          {rooms.map(({ id, name, isPrivate }) => (
            <PlaceLink
              key={id}
              icon={isPrivate ? 'lock' : 'hash'}
              label={name}
              here={spot.kind === 'channel' && spot.id === id}
              unread={unread.has(id)}
              onGo={() => onGo({ kind: 'channel', id })}
            />
          ))}
        </ul>
        <h2>{botName}</h2>
        <ul>
          <PlaceLink icon="home" label="Home" here={spot.kind === 'home'} onGo={() => onGo({ kind: 'home' })} />
          {direct && (
            <PlaceLink
              icon="message"
              label="Messages"
              here={spot.kind === 'direct'}
              unread={unread.has(direct.id)}
              onGo={() => onGo({ kind: 'direct' })}
            />
          )}
        </ul>
      </div>
      <PersonSwitch people={people} viewerId={viewerId} onChoose={onPerson} />
    </nav>
  );
}

interface PlaceLinkProps {
  icon: IconName;
  label: string;
  here: boolean;
  unread?: boolean;
  onGo: () => void;
}

function PlaceLink({ icon, label, here, unread = false, onGo }: PlaceLinkProps) {
  return (
    <li>
      <button type="button" class="place" aria-current={here ? 'page' : undefined} data-unread={unread} onClick={onGo}>
        <Icon name={icon} size={18} />
        <span>{label}</span>
        {unread && <span class="unread">New</span>}
      </button>
    </li>
  );
}
