import { readSubscriptionId } from '@openbell/core/billing';
import type { UnsubscribeProps } from '@openbell/ui/billing';
import { useParams } from 'react-router';
import { useGo } from '../../site/routing/site-navigation.tsx';

/** Returns the subscription's id from the route, and a navigate function. */
export function useUnsubscribe(): UnsubscribeProps {
  const { id } = useParams();
  return { id: readSubscriptionId(id), navigate: useGo() };
}
