import { useGuard } from '@openbell/react-hooks';
import { useNotices, useTexts } from '@openbell/ui/primitives';
import { ShellSkeleton } from '@openbell/ui/shell';
import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import { useIsOfflineStart } from './offline-start.tsx';

/** The layout of subscribers' pages: other members are sent to /dashboard with the specified notice. */
export function SubscriberLayout() {
  const { view } = useGuard('subscriber');
  const isOffline = useIsOfflineStart();
  if (view === 'allowed' || isOffline) return <Outlet />;
  return view === 'denied' ? <NotAllowed /> : <ShellSkeleton />;
}

function NotAllowed() {
  const { notify } = useNotices();
  const text = useTexts();
  useEffect(() => {
    notify({ level: 'alert', text: text('shell.notAllowed') });
  }, [notify, text]);
  return <Navigate to="/dashboard" replace />;
}
