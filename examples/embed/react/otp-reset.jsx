import { createApiClient } from '@openbell/core/api-client';
import { createOtpReset } from '@openbell/core/otp-reset';
import { useOtpReset } from '@openbell/react-hooks';
import { createRoot } from 'react-dom/client';

const otpReset = createOtpReset({ api: createApiClient({ baseUrl: '/api' }) });
const fields = { email: ['email'], verify: ['otp'], reset: ['password', 'confirm_password'], done: [] };
const labels = { email: 'Send OTP', verify: 'Verify OTP', reset: 'Reset Password' };

function ForgotPassword() {
  const { state, submit } = useOtpReset(otpReset);
  if (state.step === 'done') return <p role="status">{state.message}</p>;
  return (
    <form key={state.step} action={submit}>
      {fields[state.step].map((name) => (
        <input key={name} name={name} aria-label={name} type={state.step === 'reset' ? 'password' : 'text'} />
      ))}
      <button type="submit">{labels[state.step]}</button>
      <p role="alert">{state.error?.message}</p>
    </form>
  );
}

createRoot(document.getElementById('root')).render(<ForgotPassword />);
