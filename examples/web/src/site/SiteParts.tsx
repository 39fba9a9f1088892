import { OpenbellProvider } from '@openbell/react-hooks';
import { ErrorState, NoticesProvider, useTexts } from '@openbell/ui/primitives';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readConfig } from '../config.ts';
import { ConfigProvider } from './config-context.tsx';
import { createStillSite } from './create-site.ts';
import { tellLive } from './live.ts';
import { type LoadedSite, usePageHost } from './page-host.tsx';
import { withoutScripts } from './site.content.ts';

const stillConfig = readConfig({});

interface SitePartsProps {
  /**
   * What its controls do until the library is there. `off` (default): nothing, for what is alive by itself soon. `held`: a
   * click is kept and done then (public/start.js), for what is only brought to life when the reader comes near it.
   */
  readonly until?: 'off' | 'held';
  readonly children: ReactNode;
}

/** Round an island that needs the library. It is taken over as it was prerendered; once the library is there it works. */
export function SiteParts({ until = 'off', children }: SitePartsProps) {
  const host = usePageHost();
  const [still] = useState(() => ({ site: createStillSite(stillConfig), config: stillConfig }));
  const [loaded, setLoaded] = useState<LoadedSite | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    host.loadSite().then(setLoaded, () => setFailed(true));
  }, [host]);
  const fields = useRef<HTMLFieldSetElement>(null);
  // In the moment in which its controls are no longer off.
  useLayoutEffect(() => {
    if (loaded !== null) tellLive(fields.current);
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
            {children}
          </fieldset>
        </NoticesProvider>
      </OpenbellProvider>
    </ConfigProvider>
  );
}

/** The library's code did not arrive. */
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
