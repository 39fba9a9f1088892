import { type ComponentType, StrictMode, useEffect } from 'react';
import type { IslandProps } from './islands.tsx';
import { type PageHost, PageHostProvider } from './page-host.tsx';
import { type Place, PlaceProvider } from './place.tsx';

/**
 * Returns an island with its providers: the same tree for prerendering and hydration. `onTaken` is called after
 * hydration.
 */
export function islandTree(
  Content: ComponentType<IslandProps>,
  props: IslandProps,
  host: PageHost,
  place: Place,
  onTaken?: () => void,
) {
  return (
    <StrictMode>
      <PlaceProvider place={place}>
        <PageHostProvider host={host}>
          <Content {...props} />
          <Taken onTaken={onTaken} />
        </PageHostProvider>
      </PlaceProvider>
    </StrictMode>
  );
}

function Taken({ onTaken }: { onTaken: (() => void) | undefined }) {
  useEffect(() => onTaken?.(), [onTaken]);
  return null;
}
