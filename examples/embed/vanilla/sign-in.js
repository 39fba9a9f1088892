import { createOpenbell } from '@openbell/core';

const { session, start } = createOpenbell({ apiUrl: '/api' });
const [form] = document.forms;

session.$state.subscribe(({ status }) => {
  form.leave.disabled = status !== 'signed-in';
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { email, password } = Object.fromEntries(new FormData(form));
  const result = await session.signIn({ type: 'manual', email, password, remember: true });
  form.status.value = result.ok ? 'Signed in' : result.error.message || 'Login failed';
});
form.leave.addEventListener('click', () => session.signOut());
start();
