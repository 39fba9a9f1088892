import { AccountCard, SignInForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { useLocation } from 'react-router';
import { RouterLink } from './router-link.tsx';
import { VisitorPage } from './VisitorPage.tsx';

/** /signin. The query's redirect and tag are kept on the way to /signup and back. */
export default function SignInPage() {
  const text = useTexts();
  const { search, state } = useLocation();
  const created = (state as { readonly created?: boolean } | null)?.created === true;
  return (
    <VisitorPage>
      <AccountCard title={text('accounts.signInTitle')} lead={text('accounts.signInLead')}>
        <SignInForm
          link={RouterLink}
          notice={
            created ? (
              <p className="ob-form-notice" role="status">
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
