import { Island } from '../../site/islands/Island.tsx';
import '@openbell/ui/styles/account.css';

/** /signup. */
export default function SignUpPage() {
  return <Island name="signUp" />;
}
