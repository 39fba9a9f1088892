import { createOpenbell, type OpenbellOptions } from '@openbell/core';
import { createMemberFeatures } from '@openbell/core/member-features';
import { createSiteFeatures } from '@openbell/core/site-features';
import { useNews, useSession } from '@openbell/react-hooks';
import { holds, type Same } from './expect.ts';

export function whole(): void {
  const openbell = createOpenbell({ apiUrl: '/api', cards: { provider: 'stripe', publishableKey: 'pk' } });
  // @ts-expect-error the API's address
  createOpenbell({});
  // @ts-expect-error Stripe's key
  createOpenbell({ apiUrl: '/api', cards: { provider: 'stripe' } });
  // @ts-expect-error what is left out is left out, not undefined
  const undefinedAddress: OpenbellOptions = { apiUrl: undefined };
  void undefinedAddress;
  holds<Same<ReturnType<typeof openbell.start>, () => void>>();

  const site = createSiteFeatures({ apiUrl: '/api' });
  createMemberFeatures(site);
  // @ts-expect-error members' features stand on the site's
  createMemberFeatures({ apiUrl: '/api' });
  // @ts-expect-error the chat is a member's
  site.groupChat;
}

export function useHooks(): unknown {
  const { state, user } = useSession();
  const news = useNews();
  // @ts-expect-error an unknown status
  const isSignedIn = state.status === 'logged-in';
  // @ts-expect-error an error belongs to what has failed
  return [isSignedIn, user?.first_name, news.state.error];
}
