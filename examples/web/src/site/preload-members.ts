/** The members' frame with the code of their features; one chunk, asked for once. */
export const loadMembers = () => import('./ShellLayout.tsx');

/** The members' app round it: the router and its routes. */
export const loadMembersApp = () => import('../members-app.tsx');

/** Fetches both before they are needed. When that fails, the page that does need them says so. */
export function preloadMembers(): void {
  void Promise.all([loadMembersApp(), loadMembers()]).catch(() => undefined);
}
