import { type ChatFeatures, createChatFeatures } from './chat-features.ts';
import { createMarketFeatures, type MarketFeatures } from './market-features.ts';
import { createMemberBase, type MemberBase } from './member-base.ts';
import { startAll } from './shared/lifecycle.ts';
import type { Site } from './site-features.ts';

/** All features for members, which use the session of a {@link Site}. */
export interface MemberFeatures extends MemberBase, ChatFeatures, MarketFeatures {
  /**
   * Resets the features at sign-out and when another user signs in, and reconnects a refused feed after sign-in.
   * Reference-counted.
   */
  start(): () => void;
  /** Destroys these features, but not those of the site. */
  destroy(): void;
}

/**
 * Creates the member features with the session, options and ports of a site. Without side effects before `start()` or an
 * action. To load the code of chats and market data later, use `createMemberBase`, `createChatFeatures` and
 * `createMarketFeatures` instead.
 */
export function createMemberFeatures(site: Site): MemberFeatures {
  const base = createMemberBase(site);
  const parts = [base, createChatFeatures(site, base), createMarketFeatures(site)] as const;
  const [, chats, market] = parts;
  return {
    ...base,
    ...chats,
    ...market,
    start: () => startAll(parts),
    destroy() {
      // Chats before their socket.
      for (const part of [...parts].reverse()) part.destroy();
    },
  };
}
