import { safeHref } from '../primitives/safe-href.ts';

/** The address of a picture that a page may ask for: a path of the site, or https. Null for everything else. */
export function safePicture(image: string | null): string | null {
  const target = safeHref(image);
  return target !== null && /^(https:|\/)/i.test(target) ? target : null;
}
