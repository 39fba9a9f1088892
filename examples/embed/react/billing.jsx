import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { PricingCard } from '@openbell/ui/billing';
import { createRoot } from 'react-dom/client';
import '@openbell/ui/styles.css';

const openbell = createOpenbell({ apiUrl: '/api' });
openbell.start();

createRoot(document.getElementById('root')).render(
  <OpenbellProvider openbell={openbell}>
    <PricingCard profilePath="/your-account" termsHref="/your-terms" />
  </OpenbellProvider>,
);
