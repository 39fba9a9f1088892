import { OpenbellProvider } from '@openbell/react-hooks';
import { ErrorState, NoticesProvider, PartBoundary, useTexts } from '@openbell/ui/primitives';
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readConfig } from '../../config.ts';
import { ConfigProvider } from '../config-context.tsx';
import { createStillSite } from '../create-site.ts';
import { withoutScripts } from '../site.content.ts';
import { markLive } from './live.ts';
import { type LoadedSite, usePageHost } from './page-host.tsx';

const stillConfig = readConfig({});

interface SitePartsProps {
  /**
   * The state of controls until the library is loaded. `off` (default): disabled, for parts that load immediately.
   * `held`: clicks are stored and repeated later (public/start.js), for parts that load when they come near the view.
   */
  readonly until?: 'off' | 'held';
  readonly children: ReactElement;
}

/**
 * Wraps an island that needs the library: hydrates the prerendered markup and enables it once the library is loaded.
 */
export function SiteParts({ until = 'off', children }: SitePartsProps) {
  const host = usePageHost();
  const [still] = useState(() => ({ site: createStillSite(stillConfig), config: stillConfig }));
  const [loaded, setLoaded] = useState<LoadedSite | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    host.loadSite().then(setLoaded, () => setFailed(true));
  }, [host]);
  const fields = useRef<HTMLFieldSetElement>(null);
  // Synchronously with enabling the controls.
  useLayoutEffect(() => {
    if (loaded !== null) markLive(fields.current);
  }, [loaded]);
  if (failed) return <Failed />;
  const { site, config } = loaded ?? still;
  return (
    <ConfigProvider config={config}>
      <OpenbellProvider openbell={site}>
        <NoticesProvider notices={host}>
          <fieldset ref={fields} className="site-live" disabled={until === 'off' && loaded === null}>
            <noscript>
              <p className="site-noscript">{withoutScripts}</p>
            </noscript>
            <PartBoundary>{children}</PartBoundary>
          </fieldset>
        </NoticesProvider>
      </OpenbellProvider>
    </ConfigProvider>
  );
}

/** Shown when the library fails to load. */
function Failed() {
  const text = useTexts();
  return (
    <ErrorState
      title={text('shell.pageFailed')}
      description={text('shell.pageFailedHint')}
      onRetry={() => window.location.reload()}
    />
  );
}
