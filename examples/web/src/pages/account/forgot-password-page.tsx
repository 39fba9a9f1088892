import { useSession } from '@openbell/react-hooks';
import { AccountCard, ForgotPasswordForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { useLocation, useNavigate } from 'react-router';
import { RouterLink } from './router-link.tsx';

/** /forget-password, for everybody; success goes to /signin (product.md 4), with the query's redirect and tag kept. */
export default function ForgotPasswordPage() {
  const text = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { state, refreshProfile } = useSession();

  const onDone = async (): Promise<void> => {
    // A new password has ended the person's sessions: whoever is signed in here learns it before the sign-in page asks.
    if (state.status === 'signed-in') await refreshProfile();
    await navigate(`/signin${search}`);
  };

  return (
    <AccountCard title={text('accounts.forgetPasswordTitle')} lead={text('accounts.forgetPasswordLead')}>
      <ForgotPasswordForm link={RouterLink} signInHref={`/signin${search}`} onDone={() => void onDone()} />
    </AccountCard>
  );
}
