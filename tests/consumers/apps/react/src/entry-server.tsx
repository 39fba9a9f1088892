import { renderToString } from 'react-dom/server';
import { draw, stories } from './draw.tsx';

/** Renders each story in its own container. */
export const html = stories
  .map(([slug, story]) => `<div data-story="${slug}">${renderToString(draw(story, 'visible'))}</div>`)
  .join('\n');
