// The server's areas in one list: their calls, other routes and sockets.
import { accountsOtherRoutes, accountsRoutes, accountsSchemas } from './accounts/accounts.routes.ts';
import { avatarRoutes } from './accounts/avatars.ts';
import { billingOtherRoutes, billingRoutes } from './billing/billing.routes.ts';
import { chatMediaRoutes } from './chat/media.routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { createMemberSocket } from './chat/socket/member-socket.ts';
import { contentRoutes } from './content/content.routes.ts';
import { courseMediaRoutes } from './content/course-media.routes.ts';
import type { ServerContext } from './context.ts';
import type { OtherRoutes } from './http/other-route.ts';
import type { OwnSchemas, Routes } from './http/route.ts';
import type { SocketEndpoint } from './live/socket-endpoint.ts';
import { createMarketRoutes } from './market/market.routes.ts';
import { createOptionsFeed } from './market/options-feed/options-feed.ts';
import { tickerLogoRoutes } from './market/ticker-logo.routes.ts';
import { pushRoutes } from './push/push.routes.ts';
import { cspReportRoutes } from './security/csp-report.routes.ts';

/** The calls of the contract that are built. */
export function createRoutes(): readonly Routes[] {
  return [accountsRoutes, billingRoutes, contentRoutes, chatRoutes, createMarketRoutes(), pushRoutes];
}

/** Where a body is read more strictly than the contract asks. */
export const ownSchemas: OwnSchemas = accountsSchemas;

/** The routes outside the contract. Stand-ins of providers bring their own. */
export const otherRoutes: readonly OtherRoutes[] = [
  accountsOtherRoutes,
  avatarRoutes,
  chatMediaRoutes,
  courseMediaRoutes,
  billingOtherRoutes,
  tickerLogoRoutes,
  cspReportRoutes(),
];

/** The sockets; they begin to work when they are made. Without a feed its path is not served. */
export function createSockets(context: ServerContext): readonly SocketEndpoint[] {
  const feed = context.config.optionsFeed === 'off' ? [] : [createOptionsFeed(context)];
  return [createMemberSocket(context), ...feed];
}
