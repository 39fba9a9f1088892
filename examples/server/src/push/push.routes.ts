import { defineRoutes } from '../http/route.ts';
import { storeNotificationToken } from './store-token.ts';

/** Push notifications. */
export const pushRoutes = defineRoutes({ storeNotificationToken });
