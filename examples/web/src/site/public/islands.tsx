import type { ComponentType } from 'react';
import type { IslandName, IslandProps } from '../islands/islands.types.ts';
import { NavigationBar } from './NavigationBar.tsx';

interface IslandDefinition {
  readonly load: () => Promise<{ readonly default: ComponentType<IslandProps> }>;
  /** `near`: loaded when the island comes near the view or the keyboard is used. */
  readonly when: 'now' | 'near';
}

const now = (load: IslandDefinition['load']): IslandDefinition => ({ load, when: 'now' });
const near = (load: IslandDefinition['load']): IslandDefinition => ({ load, when: 'near' });

/** The islands of the public pages, each in its own chunk. Every page has the bar. */
export const islands = {
  bar: now(() => Promise.resolve({ default: NavigationBar })),
  tape: near(() => import('../../pages/landing/Tape.tsx')),
  testimonials: near(() => import('../../pages/landing/Testimonials.tsx')),
  pricing: near(() => import('../../pages/landing/Pricing.tsx')),
  contact: near(() => import('../../pages/landing/ContactSection.tsx')),
  contents: now(() => import('../../pages/legal/LegalContents.tsx')),
  subscribe: near(() => import('../../pages/static/WalletSubscribe.tsx')),
  welcome: now(() => import('../../pages/billing/Welcome.tsx')),
  alert: now(() => import('../../pages/content/AlertView.tsx')),
  signIn: now(() => import('../../pages/account/SignIn.tsx')),
  signUp: now(() => import('../../pages/account/SignUp.tsx')),
  forgotPassword: now(() => import('../../pages/account/ForgotPassword.tsx')),
} satisfies Record<IslandName, IslandDefinition>;

export type NamedIsland = readonly [IslandName, IslandDefinition];

export function islandNamed(name: string | undefined): NamedIsland | null {
  return name !== undefined && Object.hasOwn(islands, name)
    ? [name as IslandName, islands[name as IslandName]]
    : null;
}
