import type * as ui from '@openbell/ui';
import type { ReactNode } from 'react';

/** The capitalized exports of `@openbell/ui`: its components. */
type ComponentName = Extract<keyof typeof ui, Capitalize<string>>;

/** A component, or several that belong together, in one state. */
export interface Story {
  /** The components shown; tests/ui/site/gallery.test.tsx checks that none is missing. */
  readonly of: readonly ComponentName[];
  /** The state: 'busy', 'long words', 'right to left'. */
  readonly state: string;
  readonly draw: () => ReactNode;
  /** Whether it covers the page (a dialog, a menu): rendered alone at its own URL. */
  readonly over?: boolean;
  /** Whether it is as wide as the page; otherwise it shares a row. */
  readonly wide?: boolean;
}

/** The stories of one folder of the package. */
export interface Part {
  readonly name: string;
  readonly stories: readonly Story[];
}

/** The name in the URL: `button-busy`. */
export function slugOf({ of, state }: Story): string {
  return `${of[0] ?? ''} ${state}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** A text longer than its boxes are designed for. */
export const long =
  'A name that goes on after everybody thought it had ended, as names of funds and of people with several grandmothers do';
/** A long word without a line break opportunity. */
export const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(2);
/** Right-to-left text with left-to-right numbers. */
export const rtl = 'السوق يفتح الساعة 9:30 بتوقيت نيويورك';

/** A no-op handler. */
export const nothing = (): void => {};
