// The compiler requires a call's input and knows its response.
import type { ApiClient } from '@openbell/core/api-client';
import { type Chat, endpoints, type Message, type Program, type User } from '@openbell/core/contract';

export async function calls(api: ApiClient): Promise<unknown> {
  const login = await api.request(endpoints.login, {
    body: { username: 'a@b.test', password: 'x', remember: true, type: 'manual' },
  });
  const programs = await api.request(endpoints.programs, {});
  const chat = await api.request(endpoints.chat, { params: { id: 1 }, query: { min_id: 3 } });
  const posted = await api.request(endpoints.postMessage, {
    params: { id: 1 },
    body: { chat_id: 1, message: 'hello', message_type: 'TXT' },
    files: [{ field: 'files[]', blob: new Blob(['x']), name: 'x.txt' }],
  });
  if (login.ok && programs.ok && chat.ok && posted.ok) {
    const user: User = login.data.user;
    const list: readonly Program[] = programs.data;
    const one: Chat = chat.data.data;
    const message: Message = posted.data;
    return [user, list, one, message];
  }
  return null;
}
