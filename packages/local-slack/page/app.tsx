import * as z from 'zod';
import { act } from './api/server-api.ts';
import { useConfirm } from './confirm/use-confirm.tsx';
import { SessionContext } from './session/session.ts';
import { ConnectionBanner } from './shell/connection-banner.tsx';
import { serverName } from './shell/server-name.ts';
import { useToasts } from './shell/use-toasts.tsx';
import { Workspace } from './shell/workspace.tsx';
import { useKept } from './store/use-kept.ts';
import { useSeen } from './store/use-seen.ts';

export function App() {
  const { seen, choosePerson } = useSeen();
  const { state, personId, wire, connection } = seen;
  const { confirm, box } = useConfirm();
  const toasts = useToasts();
  const [wireOpen, setWireOpen] = useKept('wire-open', z.boolean(), false);

  return (
    <div class="page" data-wire={wireOpen}>
      <ConnectionBanner connection={connection} />
      {state && personId ? (
        <SessionContext.Provider
          value={{
            ...{ viewerId: personId, people: state.people, channels: state.channels, directory: state.directory },
            ...{ act, confirm, say: toasts.say },
          }}
        >
          <Workspace
            state={state}
            viewerId={personId}
            wire={wire}
            wireOpen={wireOpen}
            onWire={setWireOpen}
            onPerson={choosePerson}
          />
          {box}
        </SessionContext.Provider>
      ) : (
        <p class="loading" role="status">
          {connection === 'lost' ? `Waiting for the ${serverName}…` : `Opening the ${serverName}…`}
        </p>
      )}
      {toasts.list}
    </div>
  );
}
