'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { featureNames, type OpenbellFeatures, partOf } from './feature-names.ts';

const OpenbellContext = createContext<OpenbellFeatures | null>(null);

/**
 * Provides the features of `createOpenbell(…)`, or of a part: `createSiteFeatures(…)` for public pages, and a second
 * provider with `createMemberFeatures(…)` inside it for members' pages.
 *
 * A part without a session is merged with the outer provider. A part with a session is a separate instance and inherits
 * nothing.
 */
export function OpenbellProvider({
  openbell,
  children,
}: {
  readonly openbell: Partial<OpenbellFeatures>;
  readonly children: ReactNode;
}): ReactNode {
  const above = useContext(OpenbellContext);
  const features = useMemo(
    () => complete(openbell.session === undefined ? { ...above, ...openbell } : openbell),
    [above, openbell],
  );
  return <OpenbellContext.Provider value={features}>{children}</OpenbellContext.Provider>;
}

/**
 * Returns the features of the providers above.
 *
 * @throws TypeError when there is no provider, or when a feature is read that none of them provides.
 */
export function useOpenbell(): OpenbellFeatures {
  const openbell = useContext(OpenbellContext);
  if (openbell === null) {
    throw new TypeError('useOpenbell() requires an OpenbellProvider above the component.');
  }
  return openbell;
}

/** The instance that a hook was given; without one, the provider's. */
export function useFeature<T>(instance: T | undefined, pick: (openbell: OpenbellFeatures) => T): T {
  const openbell = useContext(OpenbellContext);
  if (instance !== undefined) return instance;
  if (openbell === null) {
    throw new TypeError('This hook requires an OpenbellProvider above the component, or an instance.');
  }
  return pick(openbell);
}

/** Adds a throwing getter for each missing feature. Getters are non-enumerable, so nested parts do not copy them. */
function complete(part: Partial<OpenbellFeatures>): OpenbellFeatures {
  const features = {};
  for (const name of featureNames) {
    const value = part[name];
    Object.defineProperty(
      features,
      name,
      value === undefined ? { get: () => refuse(name) } : { value, enumerable: true },
    );
  }
  return features as OpenbellFeatures;
}

function refuse(name: keyof OpenbellFeatures): never {
  throw new TypeError(
    partOf[name] === 'member'
      ? `No provider above provides ${name}, one of the members' features. Add an OpenbellProvider with createMemberFeatures(…), or pass an instance to the hook.`
      : `No provider above provides ${name}. Add an OpenbellProvider with createSiteFeatures(…) or createOpenbell(…), or pass an instance to the hook.`,
  );
}
