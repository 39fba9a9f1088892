import { renderToString } from 'react-dom/server';
import { draw, stories } from './draw.tsx';

/** Each story in a place of its own. */
export const html = stories
  .map(([slug, story]) => `<div data-story="${slug}">${renderToString(draw(story, 'visible'))}</div>`)
  .join('\n');
