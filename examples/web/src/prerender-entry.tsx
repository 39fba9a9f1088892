import { ShellSkeleton } from '@openbell/ui/shell';
import { type ComponentType, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { notFoundPage, publicPages } from './pages.ts';
import { DrawIsland } from './site/islands/Island.tsx';
import { islandTree } from './site/islands/island-tree.tsx';
import type { IslandName, IslandProps } from './site/islands/islands.types.ts';
import { noPageHost } from './site/islands/page-host.tsx';
import { Logo } from './site/Logo.tsx';
import { islands } from './site/public/islands.tsx';
import { PublicLayout } from './site/public/PublicLayout.tsx';
import { documentNavigation } from './site/routing/site-navigation.tsx';

/** The markup of a public page for a visitor with empty storage, and its islands. */
export interface DrawnPage {
  readonly path: string;
  readonly title: string;
  readonly markup: string;
  readonly islands: readonly IslandName[];
}

/** Renders every public page, the not-found page last. Used only by the build. */
export async function drawPages(): Promise<readonly DrawnPage[]> {
  const parts = new Map<IslandName, ComponentType<IslandProps>>();
  for (const [name, { load }] of Object.entries(islands)) {
    parts.set(name as IslandName, (await load()).default);
  }
  const pages: DrawnPage[] = [];
  for (const { path, title, load } of [...publicPages, notFoundPage]) {
    const { default: Page } = await load();
    const used = new Set<IslandName>();
    const draw = (name: IslandName, props: IslandProps): string => {
      used.add(name);
      const Content = parts.get(name);
      if (Content === undefined) throw new TypeError(`There is no island ${name}.`);
      return renderToString(islandTree(Content, props, noPageHost, documentNavigation), {
        identifierPrefix: name,
      });
    };
    const markup = renderToString(
      <StrictMode>
        <DrawIsland value={draw}>
          <PublicLayout>
            <Page />
          </PublicLayout>
        </DrawIsland>
      </StrictMode>,
    );
    pages.push({ path, title, markup, islands: [...used] });
  }
  return pages;
}

/** Renders the frame that the members' app shows before its code has arrived. Used only by the build. */
export function drawShell(): string {
  return renderToString(<ShellSkeleton logo={<Logo />} />);
}
