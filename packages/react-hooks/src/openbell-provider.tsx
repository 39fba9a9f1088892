'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { featureNames, type OpenbellFeatures, partOf } from './feature-names.ts';

const OpenbellContext = createContext<OpenbellFeatures | null>(null);

/**
 * Gives everything below it the features of one `createOpenbell(…)`, or of a part of it: `createSiteFeatures(…)` for
 * public pages, and a second provider with `createMemberFeatures(…)` below the first, where members are.
 *
 * A part without a session adds to the provider above. One with a session is an instance of its own, and takes nothing
 * from what is above it: two instances share nothing.
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
 * The features that the providers above give.
 *
 * @throws TypeError when a feature is read that none of them holds, or when there is no provider.
 */
export function useOpenbell(): OpenbellFeatures {
  const openbell = useContext(OpenbellContext);
  if (openbell === null) {
    throw new TypeError(
      'useOpenbell: there is no OpenbellProvider above this component. Put one round it, or give the hook an instance.',
    );
  }
  return openbell;
}

/** The instance that a hook was given; without one, the provider's. */
export function useFeature<T>(instance: T | undefined, pick: (openbell: OpenbellFeatures) => T): T {
  const openbell = useContext(OpenbellContext);
  if (instance !== undefined) return instance;
  if (openbell === null) {
    throw new TypeError(
      'This hook was given no instance, and there is no OpenbellProvider above the component. Give it one of the two.',
    );
  }
  return pick(openbell);
}

/** What is there, and for what is not, a word about where it comes from. Hidden names do not go on to a nested part. */
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
      ? `The providers above hold no ${name}: it is one of the members' features. Put an OpenbellProvider with createMemberFeatures(…) round the component, or give the hook an instance.`
      : `The providers above hold no ${name}. Put an OpenbellProvider with createSiteFeatures(…) or createOpenbell(…) round the component, or give the hook an instance.`,
  );
}
