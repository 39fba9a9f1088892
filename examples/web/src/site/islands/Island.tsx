import { createContext, useContext } from 'react';
import type { IslandName, IslandProps } from './islands.types.ts';

/** Renders an island's initial markup; provided during prerendering. In a browser, startIslands fills the islands. */
export const DrawIsland = createContext<(name: IslandName, props: IslandProps) => string>(() => '');

/** The container of an interactive part of a public page; everything around it is static markup. */
export function Island({ name, ...props }: { name: IslandName } & IslandProps) {
  const draw = useContext(DrawIsland);
  const drawn = { dangerouslySetInnerHTML: { __html: draw(name, props) } };
  return (
    <div
      className="site-island"
      data-island={name}
      data-props={Object.keys(props).length === 0 ? undefined : JSON.stringify(props)}
      {...drawn}
    />
  );
}
