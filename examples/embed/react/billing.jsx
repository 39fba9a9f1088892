import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { PricingCard } from '@openbell/ui/billing';
import { createRoot } from 'react-dom/client';
import '@openbell/ui/styles.css';

createRoot(document.getElementById('root')).render(
  <OpenbellProvider openbell={createOpenbell({ apiUrl: '/api', cards: { provider: 'sandbox' } })}>
    <PricingCard profilePath="/your-account" termsHref="/your-terms" />
  </OpenbellProvider>,
);
