import { type ReactNode, useMemo } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { isMemberPath } from '../pages.ts';
import { useSaid } from './MembersNotices.tsx';
import { type Place, PlaceProvider, usePlace } from './place.tsx';

/** Inside the members' app the router goes; out of it, to a public page, the document does. */
export function MembersPlace({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const around = usePlace();
  const said = useSaid();
  const place = useMemo(() => {
    const inside = withRouter(around, navigate);
    return said === null ? inside : said.carryingBy(inside, (path) => !isMemberPath(path));
  }, [around, navigate, said]);
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
