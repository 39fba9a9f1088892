import * as ui from '@openbell/ui';
import '@openbell/ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');

createRoot(root).render(
  <StrictMode>
    <main data-components={Object.keys(ui).length}>
      <ui.Button>Enroll</ui.Button>
    </main>
  </StrictMode>,
);
