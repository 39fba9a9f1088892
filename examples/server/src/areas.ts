// Lists the calls, other routes and sockets of all areas.
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

/** Returns the handlers of the contract's calls. */
export function createRoutes(): readonly Routes[] {
  return [accountsRoutes, billingRoutes, contentRoutes, chatRoutes, createMarketRoutes(), pushRoutes];
}

/** Body schemas that are stricter than the contract's. */
export const ownSchemas: OwnSchemas = accountsSchemas;

/** The routes outside the contract, except those of the sandboxes. */
export const otherRoutes: readonly OtherRoutes[] = [
  accountsOtherRoutes,
  avatarRoutes,
  chatMediaRoutes,
  courseMediaRoutes,
  billingOtherRoutes,
  tickerLogoRoutes,
  cspReportRoutes(),
];

/** Starts the sockets. Without a feed there is no feed socket. */
export function createSockets(context: ServerContext): readonly SocketEndpoint[] {
  const feed = context.config.optionsFeed === 'off' ? [] : [createOptionsFeed(context)];
  return [createMemberSocket(context), ...feed];
}
