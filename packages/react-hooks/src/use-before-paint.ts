'use client';

import { useEffect, useLayoutEffect } from 'react';

/**
 * `useLayoutEffect` where there is a layout. A server has none, and React 18 warns of each such effect that it meets
 * there; neither runs one.
 */
export const useBeforePaint: typeof useLayoutEffect =
  typeof window === 'undefined' ? useEffect : useLayoutEffect;
