import type { ComponentType } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { ShellLayout } from './site/members/ShellLayout.tsx';
import { SubscriberLayout } from './site/members/SubscriberLayout.tsx';

/** A page whose code is loaded on first use. `handle` has the document's title, without the product's name. */
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
const notFound = () => import('./pages/static/not-found-page.tsx');
const marketData = () => import('./pages/market/market-data-page.tsx');

/** All routes of the members' app. Public pages are in pages.ts. */
export const routes: RouteObject[] = [
  {
    // For members; visitors are sent to /signin and back.
    Component: ShellLayout,
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
        // For subscribers; other members are sent to /dashboard with a notice.
        Component: SubscriberLayout,
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
  {
    // Public pages have their main element from their layout.
    element: (
      <main>
        <Outlet />
      </main>
    ),
    children: [{ path: '*', ...page('Page Not Found', notFound) }],
  },
];
