import { readSubscriptionId } from '@openbell/core/billing';
import type { UnsubscribeProps } from '@openbell/ui/billing';
import { useParams } from 'react-router';
import { useGo } from '../../site/place.tsx';

/** The route's subscription, and the way to other pages. */
export function useUnsubscribe(): UnsubscribeProps {
  const { id } = useParams();
  return { id: readSubscriptionId(id), navigate: useGo() };
}
