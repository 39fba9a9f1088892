import { createContext, useContext } from 'react';
import type { IslandName, IslandProps } from './islands.tsx';

/** Draws an island's first picture; given by the prerender. In a browser the places are filled by startIslands. */
export const DrawIsland = createContext<(name: IslandName, props: IslandProps) => string>(() => '');

/** The place of a part of a public page that scripts bring to life; everything round it is plain markup. */
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
