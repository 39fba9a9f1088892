import { createOpenbell } from '@openbell/core';

const { billing, start } = createOpenbell({ apiUrl: '/api' });
const { plans, card } = document.forms;

billing.$programs.subscribe(({ programs }) => {
  plans.program.append(...programs.map(({ id, name }) => new Option(name, id)));
});
billing.$quote.subscribe((quote) => {
  plans.price.value = quote ? `$${quote.today} today, then $${quote.price}` : '';
});
billing.$enrolment.subscribe(({ step, error }) => {
  card.hidden = step !== 'card';
  plans.status.value = error?.message ?? error ?? step;
});
plans.addEventListener('change', () => {
  billing.chooseTerm(Number(plans.term.value));
  billing.chooseProgram(Number(plans.program.value) || null);
});
plans.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { value: goTo } = await billing.enroll();
  if (goTo === 'sign-in') location.assign('./sign-in.html');
});
card.addEventListener('submit', (event) => {
  event.preventDefault();
  billing.confirmCard({ kind: 'fields', ...Object.fromEntries(new FormData(card)) });
});
start();
billing.start();
billing.loadPrograms();
