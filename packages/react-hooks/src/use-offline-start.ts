'use client';

import { useStore } from '@nanostores/react';
import { browserPage } from '@openbell/core/ports';
import { mayReadSaved, type Session } from '@openbell/core/session';
import { useState, useSyncExternalStore } from 'react';
import { useFeature } from './openbell-provider.tsx';

/**
 * Whether a page was opened without a connection by a member who may read the chats saved on this device. True until
 * the profile has loaded or could not be loaded with a connection; the guard decides then.
 */
export function useOfflineStart(instance?: Session): boolean {
  const session = useFeature(instance, (openbell) => openbell.session);
  const state = useStore(session.$state);
  const isOnline = useSyncExternalStore(browserPage.onChange, browserPage.isOnline, () => true);
  const [hasStarted, setStarted] = useState(false);
  const mayRead = mayReadSaved(state, session.now());
  const hasFailed = state.status === 'signed-in' && state.profile === 'failed';
  const isActive = mayRead && (!isOnline || (hasStarted && !hasFailed));
  if (isActive !== hasStarted) setStarted(isActive);
  return isActive;
}
