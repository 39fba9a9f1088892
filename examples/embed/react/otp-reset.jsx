import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { ForgotPasswordForm } from '@openbell/ui/account';
import { createRoot } from 'react-dom/client';
import '@openbell/ui/styles.css';

createRoot(document.getElementById('root')).render(
  <OpenbellProvider openbell={createOpenbell({ apiUrl: '/api' })}>
    <ForgotPasswordForm signInHref="/your-sign-in" />
  </OpenbellProvider>,
);
