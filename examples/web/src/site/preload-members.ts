/** Loads the members' app: router, routes, layout, and the features of every members' page. */
export const loadMembersApp = () => import('../members-app.tsx');

/** Preloads it. A failure is reported by the page that needs it. */
export function preloadMembers(): void {
  loadMembersApp().catch(() => undefined);
}
