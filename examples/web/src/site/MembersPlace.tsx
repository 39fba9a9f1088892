import { type ReactNode, useMemo } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { isMemberPath } from '../pages.ts';
import { useRecentNotices } from './MembersNotices.tsx';
import { type Place, PlaceProvider, usePlace } from './place.tsx';

/** Navigates by the router inside the members' app, and by document to public pages. */
export function MembersPlace({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const around = usePlace();
  const recent = useRecentNotices();
  const place = useMemo(() => {
    const inside = withRouter(around, navigate);
    return recent === null ? inside : recent.carryNoticesBy(inside, (path) => !isMemberPath(path));
  }, [around, navigate, recent]);
  return <PlaceProvider place={place}>{children}</PlaceProvider>;
}

function withRouter(around: Place, navigate: NavigateFunction): Place {
  return {
    ...around,
    go(path, how) {
      if (isMemberPath(path)) void navigate(path, { replace: how === 'replace' });
      else around.go(path, how);
    },
  };
}
