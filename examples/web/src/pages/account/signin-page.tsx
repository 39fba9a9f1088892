import { Island } from '../../site/islands/Island.tsx';
import '@openbell/ui/styles/account.css';

/** /signin. */
export default function SignInPage() {
  return <Island name="signIn" />;
}
