import { useSession } from '@openbell/react-hooks';
import { AccountCard, ForgotPasswordForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { useGo, useSearch } from '../../site/place.tsx';
import { SiteParts } from '../../site/SiteParts.tsx';

export default function ForgotPasswordIsland() {
  return (
    <SiteParts>
      <ForgotPassword />
    </SiteParts>
  );
}

/** /forget-password. Success goes to /signin, keeping the query's redirect and tag. */
function ForgotPassword() {
  const text = useTexts();
  const go = useGo();
  const signIn = `/signin${useSearch()}`;
  const { state, refreshProfile } = useSession();

  const onDone = async (): Promise<void> => {
    // A new password ends all sessions: refresh, so that the sign-in page does not see an outdated one.
    if (state.status === 'signed-in') await refreshProfile();
    go(signIn);
  };

  return (
    <AccountCard title={text('accounts.forgetPasswordTitle')} lead={text('accounts.forgetPasswordLead')}>
      <ForgotPasswordForm signInHref={signIn} onDone={() => void onDone()} />
    </AccountCard>
  );
}
