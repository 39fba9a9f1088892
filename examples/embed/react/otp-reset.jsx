import { createApiClient } from '@openbell/core/api-client';
import { createOtpReset } from '@openbell/core/otp-reset';
import { useOtpReset } from '@openbell/react-hooks';
import { createRoot } from 'react-dom/client';

const otpReset = createOtpReset({ api: createApiClient({ baseUrl: '/api' }) });
const fields = { email: ['email'], verify: ['otp'], reset: ['password', 'confirm_password'], done: [] };
const labels = { email: 'Send OTP', verify: 'Verify OTP', reset: 'Reset Password' };

function ForgotPassword() {
  const { state, secondsLeft, send, verify, reset, resend } = useOtpReset(otpReset);
  const take = { email: ({ email }) => send(email), verify: ({ otp }) => verify(otp), reset };
  if (state.step === 'done') return <p role="status">{state.message}</p>;
  return (
    <form key={state.step} action={(data) => void take[state.step](Object.fromEntries(data))}>
      {fields[state.step].map((name) => (
        <input key={name} name={name} aria-label={name} type={state.step === 'reset' ? 'password' : 'text'} />
      ))}
      <button type="submit">{labels[state.step]}</button>
      {state.step === 'verify' && (
        <button type="button" disabled={secondsLeft > 0} onClick={resend}>
          Send Again {secondsLeft > 0 ? `(${secondsLeft})` : ''}
        </button>
      )}
      <p role="alert">{state.error?.message}</p>
    </form>
  );
}

createRoot(document.getElementById('root')).render(<ForgotPassword />);
