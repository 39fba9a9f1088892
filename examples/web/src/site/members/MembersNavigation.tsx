import { type ReactNode, useMemo } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { useRecentNotices } from '../notices/MembersNotices.tsx';
import { isMemberPath } from '../routing/member-path.ts';
import {
  type SiteNavigation,
  SiteNavigationProvider,
  useSiteNavigation,
} from '../routing/site-navigation.tsx';

/** Navigates by the router inside the members' app, and by document to public pages. */
export function MembersNavigation({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const outer = useSiteNavigation();
  const recent = useRecentNotices();
  const navigation = useMemo(() => {
    const inside = withRouter(outer, navigate);
    return recent === null ? inside : recent.passNoticesOn(inside, (path) => !isMemberPath(path));
  }, [outer, navigate, recent]);
  return <SiteNavigationProvider navigation={navigation}>{children}</SiteNavigationProvider>;
}

function withRouter(outer: SiteNavigation, navigate: NavigateFunction): SiteNavigation {
  return {
    ...outer,
    go(path, how) {
      if (isMemberPath(path)) void navigate(path, { replace: how === 'replace' });
      else outer.go(path, how);
    },
  };
}
