import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { ForgotPasswordForm } from '@openbell/ui/account';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@openbell/ui/styles.css';

function Site() {
  const [openbell] = useState(() => createOpenbell({ apiUrl: '/api' }));
  useEffect(() => openbell.start(), [openbell]);
  return (
    <OpenbellProvider openbell={openbell}>
      <ForgotPasswordForm />
    </OpenbellProvider>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <Site />
  </StrictMode>,
);
