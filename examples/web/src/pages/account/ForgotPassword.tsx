import { useSession } from '@openbell/react-hooks';
import { AccountCard, ForgotPasswordForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { useGo, useSearch } from '../../site/routing/site-navigation.tsx';

/** The island (hydrated part) of the prerendered page /forget-password. */
export default function ForgotPasswordIsland() {
  return (
    <SiteParts>
      <ForgotPassword />
    </SiteParts>
  );
}

/** The password reset. On success it opens /signin with the query's redirect and tag. */
function ForgotPassword() {
  const text = useTexts();
  const go = useGo();
  const signIn = `/signin${useSearch()}`;
  const { state, refreshProfile } = useSession();

  const onDone = async (): Promise<void> => {
    // A new password ends all sessions: refresh the session's state before the sign-in page reads it.
    if (state.status === 'signed-in') await refreshProfile();
    go(signIn);
  };

  return (
    <AccountCard title={text('accounts.forgetPasswordTitle')} lead={text('accounts.forgetPasswordLead')}>
      <ForgotPasswordForm signInHref={signIn} onDone={() => void onDone()} />
    </AccountCard>
  );
}
