import { sandboxRoutes } from '../../examples/sandbox/src/routes.ts';
import { otherRoutes as serverRoutes } from '../../examples/server/src/access.ts';

/** The access of every route outside the contract, those of the sandbox included. */
export const otherRoutes = { ...serverRoutes, ...sandboxRoutes };
