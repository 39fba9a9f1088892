'use client';

import type { ReactNode } from 'react';
import { lazyPart, useLazyPart } from '../../primitives/index.ts';

const encoder = lazyPart(() => import('uqr'));

/** Empty modules around the code, which readers need. */
const QUIET = 2;

/** A QR code, black on white in both themes. Its encoder is loaded on demand; until then the space is empty. */
export function QrCode({ value, label }: { readonly value: string; readonly label: string }): ReactNode {
  // After a failure the space stays empty: the secret is also shown as text.
  const code = useLazyPart(encoder, true, () => undefined);
  const rows = code?.encode(value, { border: QUIET }).data ?? [];
  const size = Math.max(rows.length, 1);
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="ob-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  );
}
