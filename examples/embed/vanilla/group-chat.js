import { createOpenbell } from '@openbell/core';

const [form] = document.forms;
const thread = createOpenbell({ apiUrl: '/api' }).groupChat.thread(Number(location.search.slice(1)));
thread.$state.subscribe(({ length }) => {
  const line = (row) => `${row.sender?.first_name ?? 'You'}: ${row.message ?? row.text}`;
  form.log.value = Array.from({ length }, (_, index) => line(thread.at(index))).join('\n');
});
form.addEventListener('submit', thread.composer.submit);
thread.open();
