import { AccountCard, SignInForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { useAccountCreated } from '../../site/islands/page-host.tsx';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { useSearch } from '../../site/routing/site-navigation.tsx';
import { VisitorPage } from './VisitorPage.tsx';

export default function SignInIsland() {
  return (
    <SiteParts>
      <SignIn />
    </SiteParts>
  );
}

/** /signin. Links to /signup and back keep the query's redirect and tag. */
export function SignIn() {
  const text = useTexts();
  const search = useSearch();
  const accountCreated = useAccountCreated();
  return (
    <VisitorPage>
      <AccountCard title={text('accounts.signInTitle')} lead={text('accounts.signInLead')}>
        <SignInForm
          notice={
            // Prerendered for everyone, and shown by CSS to those whom theme.js knows as new: inserted later, it would move
            // the controls below it under the pointer.
            accountCreated !== false ? (
              <p className="ob-form-notice site-created" data-known={accountCreated !== null} role="status">
                {text('accounts.accountCreated')}
              </p>
            ) : null
          }
          signUpHref={`/signup${search}`}
          forgotPasswordHref={`/forget-password${search}`}
        />
      </AccountCard>
    </VisitorPage>
  );
}
