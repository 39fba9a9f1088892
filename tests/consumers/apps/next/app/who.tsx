'use client';

import { useSession } from '@openbell/react-hooks';

export function Who() {
  const { state, user } = useSession();
  return <p data-session={state.status}>{user === null ? 'Nobody' : user.first_name}</p>;
}
