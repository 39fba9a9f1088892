'use client';

import type { ReactNode } from 'react';

/** The empty state's illustration: a flat line with three candles. */
export function EmptyDrawing(): ReactNode {
  return (
    <svg className="ob-drawing" viewBox="0 0 120 56" aria-hidden="true" focusable="false">
      <path className="ob-drawing-line" d="M4 44h112" />
      <path className="ob-drawing-line" data-dashed="" d="M4 20h112" />
      <path className="ob-drawing-line" d="M36 24v16M60 16v24M84 26v10" />
      <rect className="ob-drawing-fill" x="31" y="28" width="10" height="8" rx="1.5" />
      <rect className="ob-drawing-fill" data-accent="" x="55" y="20" width="10" height="14" rx="1.5" />
      <rect className="ob-drawing-fill" x="79" y="29" width="10" height="4" rx="1.5" />
    </svg>
  );
}

/** The error state's illustration: an interrupted line. */
export function ErrorDrawing(): ReactNode {
  return (
    <svg className="ob-drawing" viewBox="0 0 120 56" aria-hidden="true" focusable="false">
      <path className="ob-drawing-line" d="M4 44h112" />
      <path className="ob-drawing-line" data-strong="" d="M6 34l14-8 12 6 16-14" />
      <path className="ob-drawing-line" data-dashed="" d="M48 18l24 14" />
      <path className="ob-drawing-line" data-strong="" d="M72 32l14-12 12 6 16-12" />
      <circle className="ob-drawing-fill" data-danger="" cx="48" cy="18" r="3.5" />
      <circle className="ob-drawing-fill" data-danger="" cx="72" cy="32" r="3.5" />
    </svg>
  );
}
