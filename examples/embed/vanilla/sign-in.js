import { createOpenbell } from '@openbell/core';
import { createCaptcha } from '@openbell/core/captcha';
import { pbkdf2, solveChallenge } from 'altcha/lib';

const { api, session, start } = createOpenbell({ apiUrl: '/api' });
const challenge = createCaptcha({ provider: 'altcha' }, { api }).createChallenge();
const [form] = document.forms;

async function solve(task) {
  const solution = await solveChallenge({ challenge: task, deriveKey: pbkdf2.deriveKey });
  return btoa(JSON.stringify({ challenge: task, solution }));
}

session.$state.subscribe(({ status }) => {
  form.leave.disabled = status !== 'signed-in';
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { email, password } = Object.fromEntries(new FormData(form));
  const signIn = (captcha) => session.signIn({ type: 'manual', email, password, remember: true, captcha });
  let result = await signIn();
  if (result.error?.code === 'captcha-refused') {
    await challenge.solve(solve);
    result = await signIn(challenge.solution());
    challenge.reset();
  }
  form.status.value = result.ok ? 'Signed in' : result.error.message || 'Login failed';
});
form.leave.addEventListener('click', () => session.signOut());
start();
