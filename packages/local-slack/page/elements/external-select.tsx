import { useEffect, useState } from 'preact/hooks';
import { useSurface } from '../session/surface.ts';
import { Combobox, type Offer } from './combobox.tsx';
import type { ElementOf, ElementProps } from './element-props.ts';
import { useChoice } from './use-choice.ts';

/** Slack's default minimum before it requests options. */
const MIN_QUERY_LENGTH = 3;
/** Long enough to send one request per word instead of one per letter. */
const TYPING_PAUSE_MS = 200;

/** A menu that requests its options from the app while somebody types. */
export function ExternalSelect(props: ElementProps<ElementOf<'external_select' | 'multi_external_select'>>) {
  const { element, field } = props;
  const { chosen, choose } = useChoice(props);
  const { suggest } = useSurface();
  // Null while closed, so that the app gets no requests for a menu that nobody opened.
  const [query, setQuery] = useState<string | null>(null);
  const [offer, setOffer] = useState<Offer>({ note: '' });
  const least = element.min_query_length ?? MIN_QUERY_LENGTH;

  useEffect(() => {
    if (query === null) return;
    if (query.length < least) {
      setOffer({ note: `Type at least ${least} ${least === 1 ? 'character' : 'characters'} to search.` });
      return;
    }
    let current = true;
    setOffer({ note: 'Loading…' });
    const timer = setTimeout(async () => {
      const answer = await suggest(element, query).catch(() => null);
      if (current) setOffer(toOffer(answer));
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query, least]);

  return (
    <Combobox
      field={field}
      element={element}
      chosen={chosen}
      onChoose={choose}
      query={query ?? ''}
      onQuery={setQuery}
      onOpenChange={(open) => setQuery(open ? '' : null)}
      offer={offer}
    />
  );
}

function toOffer(options: Awaited<ReturnType<ReturnType<typeof useSurface>['suggest']>> | null): Offer {
  if (!options) return { note: 'The app did not respond. Type again to retry.' };
  return options.length > 0 ? { sections: [{ label: null, options }] } : { note: 'No matches.' };
}
