'use client';

import { type ReactNode, useState } from 'react';
import { type LazyPart, useLazyPart } from './lazy-part.ts';
import { ErrorState } from './States.tsx';
import { useTexts } from './texts.tsx';
import { wrapText } from './wrap-text.tsx';

export interface LazyPlaceProps<T> {
  part: LazyPart<T>;
  /** Shown while the code loads. Default: nothing. */
  waiting?: ReactNode;
  /** Another way on, shown with Retry after a failed load. */
  action?: ReactNode;
  children: (code: T) => ReactNode;
}

/**
 * The place of a part whose code is loaded when it is rendered. A failed load leaves the page: the place says so and offers
 * Retry. A place that is rendered later loads the code again.
 *
 * @example
 * const chart = lazyPart(() => import('./Chart.tsx'));
 * <LazyPlace part={chart}>{({ Chart }) => <Chart />}</LazyPlace>
 */
export function LazyPlace<T>({ part, waiting = null, action, children }: LazyPlaceProps<T>): ReactNode {
  const text = useTexts();
  const [hasFailed, setFailed] = useState(false);
  const code = useLazyPart(part, !hasFailed, () => setFailed(true));
  if (code !== null) return wrapText(children(code));
  if (!hasFailed) return wrapText(waiting);
  return <ErrorState title={text('shell.partFailed')} onRetry={() => setFailed(false)} action={action} />;
}
