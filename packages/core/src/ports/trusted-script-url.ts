// Trusted Types: a page that requires them accepts script URLs only from a policy that it allows by name.

/** The part of the browser's `trustedTypes` that is used here. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}

/** The policy name, which a page allows with `trusted-types openbell`. */
const POLICY = 'openbell';

/** Created once per page; null without Trusted Types or when the page does not allow the policy. */
let made: ScriptUrlPolicy | null | undefined;

function policy(): ScriptUrlPolicy | null {
  if (made !== undefined) return made;
  const factory = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
  try {
    made = factory?.createPolicy(POLICY, { createScriptURL: checked }) ?? null;
  } catch {
    // Without the policy, the plain URL works unless the page requires Trusted Types.
    made = null;
  }
  return made;
}

/** Third-party scripts need https; the site's own scripts use the site's protocol. */
function checked(url: string): string {
  const { protocol, origin } = new URL(url, globalThis.location.href);
  if (protocol !== 'https:' && origin !== globalThis.location.origin)
    throw new TypeError(`${url} is no address of a script.`);
  return url;
}

/**
 * Returns the URL of a script or service worker as a `TrustedScriptURL` of the policy `openbell`, or as text without
 * Trusted Types. Throws a TypeError unless the URL is https or same-origin. Typed as text, because the DOM types are.
 */
export function trustedScriptUrl(url: string): string {
  const known = policy();
  return (known === null ? checked(url) : known.createScriptURL(url)) as string;
}
