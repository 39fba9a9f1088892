import { Island } from '../../site/Island.tsx';
import '@openbell/ui/styles/account.css';

/** /forget-password (product.md 2). */
export default function ForgotPasswordPage() {
  return <Island name="forgotPassword" />;
}
