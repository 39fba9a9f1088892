import { Navigate, useLocation } from 'react-router';

/** An alias: the same query and anchor at another path, without a step in the history. */
export function RedirectKeepingQuery({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} replace />;
}
