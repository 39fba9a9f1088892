import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { SignInForm } from '@openbell/ui/account';
import { createRoot } from 'react-dom/client';
import '@openbell/ui/styles.css';

createRoot(document.getElementById('root')).render(
  <OpenbellProvider openbell={createOpenbell({ apiUrl: '/api', captcha: { provider: 'altcha' } })}>
    <SignInForm signUpHref="/your-sign-up" onSignedIn={() => location.assign('/your-account')} />
  </OpenbellProvider>,
);
