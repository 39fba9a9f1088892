import type { Part } from '../story.ts';
import { accountStories } from './account.tsx';
import { billingStories } from './billing.tsx';
import { chatStories } from './chat.tsx';
import { contentStories } from './content.tsx';
import { fieldStories } from './fields.tsx';
import { marketDataStories } from './market-data.tsx';
import { primitiveStories } from './primitives.tsx';
import { shellStories } from './shell.tsx';

/** Every story of the gallery, in its order. */
export const parts: readonly Part[] = [
  { name: 'primitives', stories: primitiveStories },
  { name: 'fields', stories: fieldStories },
  { name: 'shell', stories: shellStories },
  { name: 'account', stories: accountStories },
  { name: 'billing', stories: billingStories },
  { name: 'content', stories: contentStories },
  { name: 'chat', stories: chatStories },
  { name: 'market-data', stories: marketDataStories },
];
