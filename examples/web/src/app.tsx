import { createOpenbell, type Openbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { NoticeHost } from '@openbell/ui/primitives';
import { type ReactNode, useEffect } from 'react';
import type { AppConfig } from './config.ts';
import { ConfigProvider } from './site/config-context.tsx';
import { ThemeEffect } from './site/ThemeEffect.tsx';

/** The library as this site uses it: its origin is its own, so keys read as specified and log-out clears them all. */
export function createSiteOpenbell(config: AppConfig): Openbell {
  const { apiUrl, socketUrl, optionsFeedUrl, captcha, social, cards, vapidPublicKey } = config;
  return createOpenbell({
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
export function App({
  config,
  openbell,
  children,
}: {
  config: AppConfig;
  openbell: Openbell;
  children: ReactNode;
}) {
  useEffect(() => openbell.start(), [openbell]);
  return (
    <ConfigProvider config={config}>
      <OpenbellProvider openbell={openbell}>
        <ThemeEffect />
        <NoticeHost>{children}</NoticeHost>
      </OpenbellProvider>
    </ConfigProvider>
  );
}
