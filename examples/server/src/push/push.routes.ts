import { defineRoutes } from '../routes.ts';
import { storeNotificationToken } from './store-token.ts';

/** The call for push notifications. */
export const pushRoutes = defineRoutes({ storeNotificationToken });
