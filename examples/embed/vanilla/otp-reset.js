import { createApiClient } from '@openbell/core/api-client';
import { createOtpReset } from '@openbell/core/otp-reset';

const otpReset = createOtpReset({ api: createApiClient({ baseUrl: '/api' }) });
const [form] = document.forms;
otpReset.$state.subscribe(({ step, error, message }) => {
  for (const box of form.querySelectorAll('fieldset')) box.disabled = box.name !== step;
  form.status.value = error ? error.message || 'Failed to send OTP' : (message ?? '');
});
form.addEventListener('submit', otpReset.submit);
otpReset.start();
