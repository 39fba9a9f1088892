import { Island } from '../../site/Island.tsx';
import '@openbell/ui/styles/account.css';

/** /signin (product.md 2). */
export default function SignInPage() {
  return <Island name="signIn" />;
}
