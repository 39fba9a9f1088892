import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/** The id of a member's first group chat. */
export async function firstChatOf(server: TestServer, token: string): Promise<number> {
  const { body } = await server.call('GET', '/api/web/chats?chat_type=GR', { token });
  return Number(body.data?.[0]?.id);
}

/** Posts a text to a member's first group chat. */
export async function postToFirstChat(
  server: TestServer,
  token: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const path = `/api/web/chat/${await firstChatOf(server, token)}`;
  const body = new FormData();
  body.append('message', message);
  expect((await server.call('POST', path, { token, body, headers })).status).toBe(201);
}
