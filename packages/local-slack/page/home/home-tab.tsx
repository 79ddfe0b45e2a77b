import { useRef } from 'preact/hooks';
import type { ViewInfo } from '../../src/page-server/page-api.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { SurfaceContext } from '../session/surface.ts';
import { useKeptFocus } from '../session/use-kept-focus.ts';
import { useFields, useSurfaceState } from '../session/use-surface-state.ts';
import { Icon } from '../shell/icon.tsx';

/** The app's Home tab as published for this person. */
export function HomeTab({ home, botName }: { home: ViewInfo | null; botName: string }) {
  return (
    <main class="stage home" aria-label={`Home tab of ${botName}`}>
      <header class="stage-header">
        <h1>
          <Icon name="home" /> {botName}
        </h1>
        <span class="stage-note">Home</span>
      </header>
      <div class="home-body">
        {home ? (
          <HomeView key={home.id} home={home} />
        ) : (
          <p class="empty">The app hasn't published a Home tab for this person yet.</p>
        )}
      </div>
    </main>
  );
}

function HomeView({ home }: { home: ViewInfo }) {
  const surface = useSurfaceState({ viewId: home.id }, useFields());
  const box = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(box);
  return (
    <div ref={box} {...keptFocus} class="home-view">
      <SurfaceContext.Provider value={surface}>
        <BlockList blocks={home.definition.blocks} errors={home.errors} />
      </SurfaceContext.Provider>
    </div>
  );
}
