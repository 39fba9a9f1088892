'use client';

import { useEffect, useLayoutEffect } from 'react';

/**
 * `useLayoutEffect` in a browser. On a server it is `useEffect`, because React 18 warns about layout effects there;
 * neither runs during server rendering.
 */
export const useBeforePaint: typeof useLayoutEffect =
  typeof window === 'undefined' ? useEffect : useLayoutEffect;
