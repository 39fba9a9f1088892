import { Island } from '../../site/Island.tsx';
import '@openbell/ui/styles/account.css';

/** /signin. */
export default function SignInPage() {
  return <Island name="signIn" />;
}
