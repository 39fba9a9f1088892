import { createOpenbell } from '@openbell/core';

const { billing } = createOpenbell({ apiUrl: '/api', cards: { provider: 'sandbox' } });
const [form] = document.forms;
billing.$enrolment.subscribe(({ step, error, quote }) => {
  for (const box of form.querySelectorAll('fieldset')) box.disabled = ![step, error?.code].includes(box.name);
  form.status.value = (error?.message ?? error) || (quote ? `$${quote.today} now, then $${quote.price}` : '');
});
form.addEventListener('submit', billing.submit);
for (const { id, name } of (await billing.loadPrograms()).value ?? []) form.program.add(new Option(name, id));
billing.start();
