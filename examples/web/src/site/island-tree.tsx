import { type ComponentType, StrictMode } from 'react';
import type { IslandProps } from './islands.tsx';
import { type PageHost, PageHostProvider } from './page-host.tsx';
import { type Place, PlaceProvider } from './place.tsx';

/** An island with what it stands in: the same tree where it is prerendered and where it is taken over. */
export function islandTree(
  Content: ComponentType<IslandProps>,
  props: IslandProps,
  host: PageHost,
  place: Place,
) {
  return (
    <StrictMode>
      <PlaceProvider place={place}>
        <PageHostProvider host={host}>
          <Content {...props} />
        </PageHostProvider>
      </PlaceProvider>
    </StrictMode>
  );
}
