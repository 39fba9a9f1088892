// Trusted Types: a page that asks for them takes a script's address only from a policy that it allows by name.

/** The browser's `trustedTypes`, as far as it is used here. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}

/** The name that a page's policy has to allow: `trusted-types openbell`. */
const POLICY = 'openbell';

/** A page has one of a name; null where there are no Trusted Types, or the page does not allow this one. */
let made: ScriptUrlPolicy | null | undefined;

function policy(): ScriptUrlPolicy | null {
  if (made !== undefined) return made;
  const factory = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
  try {
    made = factory?.createPolicy(POLICY, { createScriptURL: checked }) ?? null;
  } catch {
    // Where the page does not insist on Trusted Types the address does by itself; where it does, the browser refuses.
    made = null;
  }
  return made;
}

/** A script of another origin comes by https; the site's own by whatever the site itself does. */
function checked(url: string): string {
  const { protocol, origin } = new URL(url, globalThis.location.href);
  if (protocol !== 'https:' && origin !== globalThis.location.origin)
    throw new TypeError(`${url} is no address of a script.`);
  return url;
}

/**
 * The address of a script or a service worker for the browser: a `TrustedScriptURL` where there are Trusted Types, by the
 * policy `openbell`, made when it is first needed. Throws a TypeError for an address that is neither https nor the page's
 * own origin. (Typed as the text that it stands for, as the DOM's types do not know the other.)
 */
export function trustedScriptUrl(url: string): string {
  const known = policy();
  return (known === null ? checked(url) : known.createScriptURL(url)) as string;
}
