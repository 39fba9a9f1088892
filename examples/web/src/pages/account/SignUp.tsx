import { AccountCard, SignUpForm } from '@openbell/ui/account';
import { useTexts } from '@openbell/ui/primitives';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { passToNextDocument } from '../../site/routing/next-document.ts';
import { useGo, useSearch } from '../../site/routing/site-navigation.tsx';
import { VisitorPage } from './VisitorPage.tsx';

export default function SignUpIsland() {
  return (
    <SiteParts>
      <SignUp />
    </SiteParts>
  );
}

/** /signup. Success goes to /signin, keeping the query's redirect and tag; without storage, `created=1` is added. */
export function SignUp() {
  const text = useTexts();
  const go = useGo();
  const search = useSearch();
  const signIn = `/signin${search}`;
  const onCreated = (): void => {
    const passed = passToNextDocument({ accountCreated: true });
    go(passed ? signIn : `${signIn}${search === '' ? '?' : '&'}created=1`);
  };
  return (
    <VisitorPage>
      <AccountCard title={text('accounts.signUpTitle')} lead={text('accounts.signUpLead')}>
        <SignUpForm signInHref={signIn} onCreated={onCreated} />
      </AccountCard>
    </VisitorPage>
  );
}
