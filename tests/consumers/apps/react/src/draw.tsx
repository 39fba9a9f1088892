// The gallery is the repository's: every component of @openbell/ui in each of its states. The test copies it here, where
// it knows nothing but the packed packages.
import * as React from 'react';
import { parts } from './gallery/stories/index.ts';
import { type Story, slugOf } from './gallery/story.ts';

export const stories: readonly (readonly [slug: string, story: Story])[] = parts
  .flatMap((part) => part.stories)
  .map((story) => [slugOf(story), story]);

type Mode = 'visible' | 'hidden';
/** React 19 hides subtrees, and lets their effects rest; React 18 has no such thing. */
const Activity: React.ComponentType<{ mode: Mode; children: React.ReactNode }> =
  'Activity' in React
    ? (React.Activity as React.ComponentType<{ mode: Mode; children: React.ReactNode }>)
    : ({ children }) => children;

export function draw(story: Story, mode: Mode): React.ReactElement {
  return (
    <React.StrictMode>
      <Activity mode={mode}>{story.draw()}</Activity>
    </React.StrictMode>
  );
}
