import type { Part } from '../story.ts';
import { billingStories } from './billing.tsx';
import { chatStories } from './chat.tsx';
import { contentStories } from './content.tsx';
import { fieldStories } from './fields.tsx';
import { marketDataStories } from './market-data.tsx';
import { primitiveStories } from './primitives.tsx';
import { profileStories } from './profile.tsx';
import { shellStories } from './shell.tsx';
import { signInStories } from './sign-in.tsx';

/** Every story of the gallery, in its order. */
export const parts: readonly Part[] = [
  { name: 'primitives', stories: primitiveStories },
  { name: 'fields', stories: fieldStories },
  { name: 'shell', stories: shellStories },
  { name: 'account', stories: [...signInStories, ...profileStories] },
  { name: 'billing', stories: billingStories },
  { name: 'content', stories: contentStories },
  { name: 'chat', stories: chatStories },
  { name: 'market-data', stories: marketDataStories },
];
