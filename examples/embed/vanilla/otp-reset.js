import { createApiClient } from '@openbell/core/api-client';
import { createOtpReset } from '@openbell/core/otp-reset';

const otp = createOtpReset({ api: createApiClient({ baseUrl: '/api' }) });
const [form] = document.forms;

otp.$state.subscribe(({ step, error, message }) => {
  for (const fields of form.querySelectorAll('fieldset')) fields.hidden = fields.name !== step;
  form.status.value = error ? error.message || 'Please check what you have entered.' : (message ?? '');
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  const { step } = otp.$state.get();
  if (step === 'email') otp.send(fields.email);
  if (step === 'verify') otp.verify(fields.otp);
  if (step === 'reset') otp.reset(fields);
});
otp.start();
