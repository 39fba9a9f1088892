import { AccountCard, SignUpForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { useLocation, useNavigate } from 'react-router';
import { RouterLink } from './router-link.tsx';
import { VisitorPage } from './VisitorPage.tsx';

/** /signup; success goes to /signin (product.md 2), with the query's redirect and tag kept. */
export default function SignUpPage() {
  const text = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <VisitorPage>
      <AccountCard title={text('accounts.signUpTitle')} lead={text('accounts.signUpLead')}>
        <SignUpForm
          link={RouterLink}
          signInHref={`/signin${search}`}
          onCreated={() => void navigate(`/signin${search}`, { state: { created: true } })}
        />
      </AccountCard>
    </VisitorPage>
  );
}
