import { safeHref } from '../primitives/safe-href.ts';

/** Returns the URL of an image that a page may load: a path of the site, or https. Null for anything else. */
export function safePicture(image: string | null): string | null {
  const target = safeHref(image);
  return target !== null && /^(https:|\/)/i.test(target) ? target : null;
}
