import type * as ui from '@openbell/ui';
import type { ReactNode } from 'react';

/** What `@openbell/ui` exports with a capital letter: its components. */
type ComponentName = Extract<keyof typeof ui, Capitalize<string>>;

/** One component, or some that belong together, in one state. */
export interface Story {
  /** The components that it shows; tests/house/gallery.test.ts looks for each of the package's. */
  readonly of: readonly ComponentName[];
  /** The state: 'busy', 'long words', 'right to left'. */
  readonly state: string;
  readonly draw: () => ReactNode;
  /** Lies over the page (a dialog, a menu): drawn alone, at its own address. */
  readonly over?: boolean;
  /** As wide as the page; otherwise it shares a row. */
  readonly wide?: boolean;
}

/** The stories of one folder of the package. */
export interface Part {
  readonly name: string;
  readonly stories: readonly Story[];
}

/** A name for the address: `button-busy`. */
export function slugOf({ of, state }: Story): string {
  return `${of[0] ?? ''} ${state}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** Sentences that no box was drawn for. */
export const long =
  'A name that goes on after everybody thought it had ended, as names of funds and of people with several grandmothers do';
/** One word that has no place to break. */
export const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(2);
/** Right to left, with figures that are not. */
export const rtl = 'السوق يفتح الساعة 9:30 بتوقيت نيويورك';

/** For handlers of which nothing follows here. */
export const nothing = (): void => {};
