// Lists the calls, other routes and sockets of all areas.
import { accountsOtherRoutes, accountsRoutes, accountsSchemas } from './accounts/accounts.routes.ts';
import { avatarRoutes } from './accounts/avatars.ts';
import { dataExportMediaRoutes } from './accounts/personal-data/data-export.routes.ts';
import { billingOtherRoutes, billingRoutes } from './billing/billing.routes.ts';
import { chatMediaRoutes } from './chat/media.routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { createMemberSocket } from './chat/socket/member-socket.ts';
import { alertPictureRoutes } from './content/alert-pictures.ts';
import { contentRoutes } from './content/content.routes.ts';
import { courseMediaRoutes } from './content/course-media.routes.ts';
import type { ServerContext } from './context.ts';
import { cspReportRoutes } from './csp-report.routes.ts';
import { factorsRoutes } from './factors/factors.routes.ts';
import { passkeysRoutes } from './factors/passkeys.routes.ts';
import type { SocketEndpoint } from './live/socket-endpoint.ts';
import { createMarketRoutes } from './market/market.routes.ts';
import { createOptionsFeed } from './market/options-feed/options-feed.ts';
import { tickerLogoRoutes } from './market/ticker-logo.routes.ts';
import { pushRoutes } from './push/push.routes.ts';
import type { OtherRoutes, OwnSchemas, Routes } from './routes.ts';

/** Returns the handlers of the contract's calls. */
export function createRoutes(): readonly Routes[] {
  return [
    accountsRoutes,
    billingRoutes,
    contentRoutes,
    chatRoutes,
    factorsRoutes,
    passkeysRoutes,
    createMarketRoutes(),
    pushRoutes,
  ];
}

/** Body schemas that are stricter than the contract's. */
export const ownSchemas: OwnSchemas = accountsSchemas;

/** The routes outside the contract, except those of the sandboxes. */
export const otherRoutes: readonly OtherRoutes[] = [
  accountsOtherRoutes,
  alertPictureRoutes,
  avatarRoutes,
  dataExportMediaRoutes,
  chatMediaRoutes,
  courseMediaRoutes,
  billingOtherRoutes,
  tickerLogoRoutes,
  cspReportRoutes(),
];

/** Creates the sockets. There is no feed socket if the feed is off. */
export function createSockets(context: ServerContext): readonly SocketEndpoint[] {
  const feed = context.config.optionsFeed === 'off' ? [] : [createOptionsFeed(context)];
  return [createMemberSocket(context), ...feed];
}
