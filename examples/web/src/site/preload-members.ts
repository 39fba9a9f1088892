/** Loads the members' layout with the code of its features, one chunk. */
export const loadMembers = () => import('./ShellLayout.tsx');

/** Loads the members' app around it: router and routes. */
export const loadMembersApp = () => import('../members-app.tsx');

/** Preloads both. A failure is reported by the page that needs them. */
export function preloadMembers(): void {
  void Promise.all([loadMembersApp(), loadMembers()]).catch(() => undefined);
}
