// What the server is made of: each area's calls, other routes, sockets and demo data, in one list.
import { accountsOtherRoutes, accountsRoutes, accountsSchemas } from './accounts/accounts.routes.ts';
import { avatarRoutes } from './accounts/avatars.ts';
import { seedAccounts } from './accounts/seed.ts';
import { billingOtherRoutes, billingRoutes } from './billing/billing.routes.ts';
import { seedBilling } from './billing/seed.ts';
import { chatMediaRoutes } from './chat/media.routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { seedChats } from './chat/seed/seed-chats.ts';
import { contentRoutes } from './content/content.routes.ts';
import { courseMediaRoutes } from './content/course-media.routes.ts';
import { sandboxAlertsRoutes } from './content/sandbox-alerts.routes.ts';
import { seedContent } from './content/seed/seed-content.ts';
import type { ServerContext } from './context.ts';
import type { Seed } from './db/seed.ts';
import { galleryRoutes } from './http/gallery.routes.ts';
import type { OtherRoutes } from './http/other-route.ts';
import type { OwnSchemas, Routes } from './http/route.ts';
import { createMemberSocket } from './live/member-socket.ts';
import { createOptionsFeed } from './live/options-feed/index.ts';
import type { SocketEndpoint } from './live/socket-endpoint.ts';
import { sandboxMailRoutes } from './mail/sandbox-mail.routes.ts';
import { createMarketRoutes } from './market/market.routes.ts';
import { tickerLogoRoutes } from './market/ticker-logo.routes.ts';
import { pushRoutes } from './push/push.routes.ts';
import { cspReportRoutes } from './security/csp-report.routes.ts';

/** The calls of the contract that are built. */
export function createRoutes(): readonly Routes[] {
  return [accountsRoutes, billingRoutes, contentRoutes, chatRoutes, createMarketRoutes(), pushRoutes];
}

/** Where a body is read more strictly than the contract asks. */
export const ownSchemas: OwnSchemas = accountsSchemas;

/** The routes outside the contract; those of the providers' stand-ins come with the providers. */
export const otherRoutes: readonly OtherRoutes[] = [
  accountsOtherRoutes,
  avatarRoutes,
  chatMediaRoutes,
  courseMediaRoutes,
  sandboxAlertsRoutes,
  billingOtherRoutes,
  sandboxMailRoutes,
  galleryRoutes(),
  tickerLogoRoutes,
  cspReportRoutes(),
];

/** The sockets; they begin to work when they are made. Without a feed its path is not served. */
export function createSockets(context: ServerContext): readonly SocketEndpoint[] {
  const feed = context.config.optionsFeed === 'off' ? [] : [createOptionsFeed(context)];
  return [createMemberSocket(context), ...feed];
}

/** The demo data, in the order in which they build on each other. */
export const seeds: readonly Seed[] = [seedAccounts, seedBilling, seedChats, seedContent];
