import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { PublicPage } from './pages.ts';
import { PublicLayout } from './site/public/PublicLayout.tsx';

/** Renders a public page that was not prerendered: in development, or when a host serves the app's HTML for it. */
export async function drawPage(root: HTMLElement, { title, load }: PublicPage): Promise<void> {
  const { default: Page } = await load();
  document.title = `${title} · Openbell`;
  flushSync(() =>
    createRoot(root).render(
      <PublicLayout>
        <Page />
      </PublicLayout>,
    ),
  );
}
