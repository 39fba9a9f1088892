import { Island } from '../../site/islands/Island.tsx';
import '@openbell/ui/styles/account.css';

/** /forget-password. */
export default function ForgotPasswordPage() {
  return <Island name="forgotPassword" />;
}
