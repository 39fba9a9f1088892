/** The paths of the members' app, which is one document. */
export const MEMBER_PATH =
  /^\/(?:dashboard|personal-chat|chat|market-data|courses|course|site-alerts|profile|unsubscribe)(?:\/|$)/;

/** Whether a path (with or without query and hash) belongs to the members' app. */
export function isMemberPath(path: string): boolean {
  return MEMBER_PATH.test(path.replace(/[?#].*$/, ''));
}
