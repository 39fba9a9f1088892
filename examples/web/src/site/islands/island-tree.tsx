import { type ComponentType, StrictMode, useEffect } from 'react';
import { type SiteNavigation, SiteNavigationProvider } from '../routing/site-navigation.tsx';
import type { IslandProps } from './islands.types.ts';
import { type PageHost, PageHostProvider } from './page-host.tsx';

/**
 * Returns an island with its providers: the same tree for prerendering and hydration. `onTaken` is called after
 * hydration.
 */
export function islandTree(
  Content: ComponentType<IslandProps>,
  props: IslandProps,
  host: PageHost,
  navigation: SiteNavigation,
  onTaken?: () => void,
) {
  return (
    <StrictMode>
      <SiteNavigationProvider navigation={navigation}>
        <PageHostProvider host={host}>
          <Content {...props} />
          <Taken onTaken={onTaken} />
        </PageHostProvider>
      </SiteNavigationProvider>
    </StrictMode>
  );
}

function Taken({ onTaken }: { onTaken: (() => void) | undefined }) {
  useEffect(() => onTaken?.(), [onTaken]);
  return null;
}
