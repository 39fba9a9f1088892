import { AccountCard, SignUpForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { carry } from '../../site/carried.ts';
import { useGo, useSearch } from '../../site/place.tsx';
import { SiteParts } from '../../site/SiteParts.tsx';
import { VisitorPage } from './VisitorPage.tsx';

export default function SignUpIsland() {
  return (
    <SiteParts>
      <SignUp />
    </SiteParts>
  );
}

/** /signup. Success goes to /signin, keeping the query's redirect and tag. */
export function SignUp() {
  const text = useTexts();
  const go = useGo();
  const signIn = `/signin${useSearch()}`;
  const onCreated = (): void => {
    carry({ accountCreated: true });
    go(signIn);
  };
  return (
    <VisitorPage>
      <AccountCard title={text('accounts.signUpTitle')} lead={text('accounts.signUpLead')}>
        <SignUpForm signInHref={signIn} onCreated={onCreated} />
      </AccountCard>
    </VisitorPage>
  );
}
