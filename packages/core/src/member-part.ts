import type { ReadableAtom } from 'nanostores';
import type { AccessReloads } from './access-reloads.ts';
import type { User } from './contract/index.ts';
import { createLifecycle } from './shared/lifecycle.ts';

/**
 * Creates `start` and `destroy` of a part of the member features.
 *
 * @param part.$user The session's user.
 * @param part.features The features, in order of creation: they are destroyed in reverse order.
 * @param part.reloads Repeats the part's rejected loads.
 * @param part.follow Follows other state while the part is started; returns a function that stops it.
 * @param part.forget Removes the data of the previous user; called at sign-out and when another user signs in.
 */
export function runPart(part: {
  readonly $user: ReadableAtom<User | null>;
  readonly features: object;
  readonly reloads: AccessReloads;
  readonly follow?: () => () => void;
  readonly forget?: () => void;
}): { start(): () => void; destroy(): void } {
  const { $user, features, reloads, follow, forget } = part;
  /** The user whose data is loaded; kept after a stop, so that the next start detects another user. */
  let owner: number | null = null;
  const lifecycle = createLifecycle(() => [
    reloads.start(),
    $user.subscribe((user) => {
      const id = user?.id ?? null;
      if (owner !== null && owner !== id) forget?.();
      owner = id;
    }),
    follow?.(),
  ]);
  return {
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      reloads.destroy();
      for (const feature of Object.values(features).reverse()) if ('destroy' in feature) feature.destroy();
    },
  };
}
