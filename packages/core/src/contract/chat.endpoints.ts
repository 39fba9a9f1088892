// The calls of chat.
import { chatAnswerSchema, chatsAnswerSchema, messageActionAnswerSchema, messageSchema } from './chat.ts';
import { get, post, unknownAnswer } from './endpoint.build.ts';
import type { Endpoints } from './endpoint.types.ts';

export const chatsEndpoint: Endpoints['chats'] = /* @__PURE__ */ get('/web/chats', chatsAnswerSchema, true);
export const chatEndpoint: Endpoints['chat'] = /* @__PURE__ */ get('/web/chat/{id}', chatAnswerSchema, true);
export const olderMessagesEndpoint: Endpoints['olderMessages'] = /* @__PURE__ */ get(
  '/web/chat/{id}/more',
  chatAnswerSchema,
  true,
);
export const postMessageEndpoint: Endpoints['postMessage'] = /* @__PURE__ */ post(
  '/web/chat/{id}',
  messageSchema,
  { bodyFormat: 'multipart' },
);
export const muteChatEndpoint: Endpoints['muteChat'] = /* @__PURE__ */ get(
  '/web/chat/{id}/mute',
  unknownAnswer,
);
export const unmuteChatEndpoint: Endpoints['unmuteChat'] = /* @__PURE__ */ get(
  '/web/chat/{id}/unmute',
  unknownAnswer,
);
export const messageActionEndpoint: Endpoints['messageAction'] = /* @__PURE__ */ post(
  '/web/chat/{messageId}/action',
  messageActionAnswerSchema,
  { hasDataKey: true },
);
