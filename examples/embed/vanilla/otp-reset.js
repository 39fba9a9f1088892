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
  otp.submit(new FormData(form));
});
otp.start();
