import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import NotFoundPage from './pages/static/not-found-page.tsx';
import { loadMembers } from './site/preload-members.ts';
import { RootLayout } from './site/RootLayout.tsx';
import { RouteFailure } from './site/RouteFailure.tsx';

/** What a route tells the frame round it. */
export interface RouteHandle {
  /** The document's title, before the product's name. */
  readonly title?: string;
}

/** A page that is fetched when it is first opened. */
function page(title: string, load: () => Promise<{ default: ComponentType }>): Partial<RouteObject> {
  return { handle: { title }, lazy: async () => ({ Component: (await load()).default }) };
}

const unsubscribe = () => import('./pages/billing/unsubscribe-details-page.tsx');
const unsubscribeImpact = () => import('./pages/billing/unsubscribe-impact-page.tsx');
const unsubscribeConfirm = () => import('./pages/billing/unsubscribe-confirm-page.tsx');
const profile = () => import('./pages/account/profile-page.tsx');
const editProfile = () => import('./pages/account/edit-profile-page.tsx');
const dashboard = () => import('./pages/dashboard/dashboard-page.tsx');
const groupChat = () => import('./pages/chat/chat-page.tsx');
const personalChat = () => import('./pages/chat/chat-page.tsx');
const courses = () => import('./pages/content/courses-page.tsx');
const course = () => import('./pages/content/course-page.tsx');
const siteAlerts = () => import('./pages/content/site-alerts-page.tsx');
const subscribers = () => import('./site/SubscriberLayout.tsx');
const marketData = () => import('./pages/market/market-data-page.tsx');

/** Every route of the members' app (Signed-in shell). The public pages are in pages.ts. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteFailure />,
    children: [
      {
        // Members; a visitor goes to /signin and comes back.
        lazy: async () => ({ Component: (await loadMembers()).ShellLayout }),
        children: [
          { path: '/dashboard', ...page('Dashboard', dashboard) },
          { path: '/courses', ...page('Courses', courses) },
          { path: '/course/:courseId', ...page('Course', course) },
          { path: '/profile', ...page('Profile', profile) },
          { path: '/profile/edit', ...page('Edit profile', editProfile) },
          { path: '/unsubscribe/:id', ...page('Unsubscribe', unsubscribe) },
          { path: '/unsubscribe/:id/impact', ...page('Unsubscribe', unsubscribeImpact) },
          { path: '/unsubscribe/:id/confirm', ...page('Unsubscribe', unsubscribeConfirm) },
          {
            // Subscribers; another member goes to /dashboard and is told why.
            lazy: async () => ({ Component: (await subscribers()).SubscriberLayout }),
            children: [
              { path: '/personal-chat', ...page('Personal Chat', personalChat) },
              { path: '/personal-chat/:id', ...page('Personal Chat', personalChat) },
              { path: '/chat', ...page('Group Chat', groupChat) },
              { path: '/chat/:id', ...page('Group Chat', groupChat) },
              { path: '/market-data', ...page('Market Data', marketData) },
              { path: '/site-alerts', ...page('Alerts', siteAlerts) },
            ],
          },
        ],
      },
      { path: '*', handle: { title: 'Page Not Found' }, element: <NotFoundPage /> },
    ],
  },
];
