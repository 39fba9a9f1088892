'use client';

import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useState } from 'react';

export function Members({ children }: { children: ReactNode }) {
  const [openbell] = useState(() => createOpenbell({ apiUrl: '/api' }));
  useEffect(() => openbell.start(), [openbell]);
  return <OpenbellProvider openbell={openbell}>{children}</OpenbellProvider>;
}
