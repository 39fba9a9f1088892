import { Island } from '../../site/Island.tsx';
import '@openbell/ui/styles/account.css';

/** /signup (product.md 2). */
export default function SignUpPage() {
  return <Island name="signUp" />;
}
