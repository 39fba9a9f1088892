import { useGuard } from '@openbell/react-hooks';
import { Skeleton, SkeletonGroup, useNotices, useTexts } from '@openbell/ui/primitives';
import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import { useIsOfflineStart } from './offline-start.tsx';

/** The layout of subscribers' pages: other members are sent to /dashboard with the specified notice. */
export function SubscriberLayout() {
  const { view } = useGuard('subscriber');
  const isOffline = useIsOfflineStart();
  if (view === 'allowed' || isOffline) return <Outlet />;
  return view === 'denied' ? <NotAllowed /> : <PagePlaceholder />;
}

/** The shell is around it already. */
function PagePlaceholder() {
  return (
    <SkeletonGroup className="ob-page">
      <Skeleton shape="title" />
      <Skeleton shape="box" className="ob-shell-skeleton-page" />
    </SkeletonGroup>
  );
}

function NotAllowed() {
  const { notify } = useNotices();
  const text = useTexts();
  useEffect(() => {
    notify({ level: 'alert', text: text('shell.notAllowed') });
  }, [notify, text]);
  return <Navigate to="/dashboard" replace />;
}
