// `/dev/gallery`: every component of @openbell/ui in each state and theme. Built separately, so that the site's bundles
// contain none of it. The reference server serves it together with its sandbox.
import { DirectionProvider } from '@openbell/ui/primitives';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';
import { parts } from './stories/index.ts';
import '../styles/layers.css';
import '@openbell/ui/styles.css';
import '../styles/app.css';
import './gallery.css';

const query = new URLSearchParams(window.location.search);
document.documentElement.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light';
const direction = query.get('dir') === 'rtl' ? 'rtl' : 'ltr';
document.documentElement.dir = direction;
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <DirectionProvider direction={direction}>
      <Gallery parts={parts} part={query.get('part')} story={query.get('story')} />
    </DirectionProvider>,
  );
}
