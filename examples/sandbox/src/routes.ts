// The routes of the sandbox. The server registers no others.
import type { AccessTable, OtherHandler } from '@openbell/example-server';

/** Who may request each route. Those of the news work in production. */
export const sandboxRoutes = {
  'GET /media/news/:file': 'visitor',
  'GET /media/sandbox.css': 'visitor',
  'POST /dev/cards/confirm': 'local',
  'GET /dev/invoices/:file': 'local',
  'GET /dev/clock': 'local',
  'POST /dev/clock': 'local',
  'POST /dev/recover-payments': 'local',
  'GET /dev/wallet/approve': 'local',
  'GET /dev/wallet/revise': 'local',
  'POST /dev/wallet/approve': 'local',
  'POST /dev/wallet/revise': 'local',
  'GET /dev/mail.json': 'local',
  'GET /dev/mail': 'local',
  'POST /dev/alerts': 'local',
  'GET /dev/gallery': 'local',
  'GET /dev/gallery/assets/:file': 'local',
  'GET /dev/social/google': 'local',
  'POST /dev/social/google': 'local',
  'GET /dev/social/facebook': 'local',
  'POST /dev/social/facebook': 'local',
} as const satisfies AccessTable;

export type SandboxRoutes = { readonly [Route in keyof typeof sandboxRoutes]?: OtherHandler };

/** Returns the routes with their inferred types. */
export function defineSandboxRoutes<R extends SandboxRoutes>(routes: R): R {
  return routes;
}
