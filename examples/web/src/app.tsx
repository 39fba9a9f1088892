import { createSiteFeatures, type Site } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import { NoticeHost } from '@openbell/ui/primitives';
import { type ReactNode, useEffect } from 'react';
import type { AppConfig } from './config.ts';
import { ConfigProvider } from './site/config-context.tsx';
import { MembersHost } from './site/members-context.tsx';
import { ThemeEffect } from './site/ThemeEffect.tsx';

/**
 * What public pages need of the library; the members' features come with their frame (site/ShellLayout.tsx). The site's
 * origin is its own, so keys read as specified and log-out clears them all.
 */
export function createSite(config: AppConfig): Site {
  const { apiUrl, socketUrl, optionsFeedUrl, captcha, social, cards, vapidPublicKey } = config;
  return createSiteFeatures({
    apiUrl,
    socketUrl,
    optionsFeedUrl,
    captcha,
    social,
    cards,
    ...(vapidPublicKey === null ? {} : { push: { vapidPublicKey } }),
    keyPrefix: '',
    clear: 'origin',
  });
}

/** Everything that stands round the router: the library, the notices, the theme. */
export function App({ config, site, children }: { config: AppConfig; site: Site; children: ReactNode }) {
  useEffect(() => site.start(), [site]);
  return (
    <ConfigProvider config={config}>
      <OpenbellProvider openbell={site}>
        <MembersHost site={site}>
          <ThemeEffect />
          <NoticeHost>{children}</NoticeHost>
        </MembersHost>
      </OpenbellProvider>
    </ConfigProvider>
  );
}
