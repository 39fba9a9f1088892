import { readSubscriptionId } from '@openbell/core/billing';
import type { UnsubscribeProps } from '@openbell/ui/billing';
import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router';

/** The route's subscription, and the way to other pages. */
export function useUnsubscribe(): UnsubscribeProps {
  const { id } = useParams();
  const go = useNavigate();
  const navigate = useCallback((path: string) => void go(path), [go]);
  return { id: readSubscriptionId(id), navigate };
}
