'use client';

import { displayStatus } from '@openbell/core/billing';
import type { ReactNode } from 'react';
import { Badge, useTexts } from '../../primitives/index.ts';

const TONES = { positive: 'success', negative: 'danger', caution: 'warning' } as const;

/** A subscription's status: ACTIVE green, CANCELED red, anything else upper-case and yellow. */
export function StatusBadge({ status }: { status: string }): ReactNode {
  const text = useTexts();
  const shown = displayStatus(status);
  return <Badge tone={TONES[shown.tone]}>{shown.text || text('accounts.notAvailable')}</Badge>;
}
