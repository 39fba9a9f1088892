import { defineRoutes } from '../http/route.ts';
import { storeNotificationToken } from './store-token.ts';

/** Push notifications: product.md 4 and 7, traps F21 to F24. */
export const pushRoutes = defineRoutes({ storeNotificationToken });
