// docs/contract/asyncapi.json: the frames of the two sockets, as AsyncAPI 3.
import {
  bearerProtocolPrefix,
  closeNotSubscribed,
  closeReplaced,
  closeSignedOut,
  closeTooMany,
  feedActionSchema,
  feedStatusEventSchema,
  feedTradeEventSchema,
  memberClientFrameSchema,
  memberFrameLimit,
  memberPatchProtocol,
  memberServerFrameSchema,
  memberSocketProtocol,
  type Schema,
} from '@openbell/core/contract';
import { toComponents } from './json-schema.ts';
import { entities } from './openapi.ts';

type Json = Readonly<Record<string, unknown>>;

const named: Readonly<Record<string, Schema<unknown>>> = {
  ChatPerson: entities.ChatPerson as Schema<unknown>,
  Message: entities.Message as Schema<unknown>,
  MemberClientFrame: memberClientFrameSchema,
  MemberServerFrame: memberServerFrameSchema,
  FeedAction: feedActionSchema,
  FeedStatusEvent: feedStatusEventSchema,
  FeedTradeEvent: feedTradeEventSchema,
};

const payload = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const events = { type: 'array', items: { anyOf: [payload('FeedStatusEvent'), payload('FeedTradeEvent')] } };

const messages: Readonly<Record<string, Json>> = {
  memberClientFrame: {
    title: 'From the client to the member socket',
    description:
      'WebMeesageTyping: typing began or ended. WebFetchMessage: after a post, for backends that only relay. ' +
      "WebFetchChat. ReadByAll: the user has read the chat to its end. The server ignores `user_id` and uses the connection's user.",
    payload: payload('MemberClientFrame'),
  },
  memberServerFrame: {
    title: 'From the member socket to the client',
    description:
      'WebFetchMessage: a new message (`isScroll` true) or a changed one, matched by its id; `user_id` is the user who acted. ' +
      'message_patch, only with the subprotocol `openbell.v1+patch`: the parts of a message that have changed, instead of ' +
      'WebFetchMessage. WebFetchChat: fetch the chat list again. WebMarkUser: the viewer muted, unmuted, blocked or ' +
      'unblocked a user, on this or another device. DeliveredToAll and ReadByAll go to the senders of the messages.',
    payload: payload('MemberServerFrame'),
  },
  feedAction: {
    title: 'From the client to the options feed',
    description: 'First `auth` with the access token in `params`, then `subscribe` with `T.*`.',
    payload: payload('FeedAction'),
  },
  feedEvents: {
    title: 'From the options feed to the client',
    description: 'Always a list of events: `status` events first, then trades.',
    payload: events,
  },
};

const message = (channel: string, name: string): Json => ({ $ref: `#/channels/${channel}/messages/${name}` });
const operation = (action: 'send' | 'receive', channel: string, name: string, summary: string): Json => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
  summary,
  messages: [message(channel, name)],
});
const channel = (address: string, description: string, ...messageNames: readonly string[]): Json => ({
  address,
  description,
  messages: Object.fromEntries(messageNames.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
});

/** Written from the client's side: it sends what the server receives. */
export function asyncApi(version: string): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Openbell sockets',
      version,
      license: { name: 'MIT' },
      description:
        'The frames that the Openbell client sends and receives, as JSON text. Generated from `packages/core/src/contract` by ' +
        '`npm run contract-docs`. The names, including the misspelled one, are the product’s.',
    },
    defaultContentType: 'application/json',
    servers: {
      reference: {
        host: '127.0.0.1:4000',
        protocol: 'ws',
        description: 'The reference server. Both addresses are options of the client.',
      },
    },
    channels: {
      member: channel(
        '/api/ws',
        `The client offers the subprotocols \`${memberSocketProtocol}\` and \`${bearerProtocolPrefix}<access token>\`; the ` +
          `server selects \`${memberSocketProtocol}\`. A client that also offers \`${memberPatchProtocol}\` understands ` +
          `\`message_patch\`; a server that sends it selects that subprotocol instead. The token is never in the address. Close codes: ${closeSignedOut} signed ` +
          `out, ${closeNotSubscribed} not subscribed; the client does not reconnect after either. ${closeReplaced}: a newer ` +
          `connection of the same user replaced it; the client reconnects when its page is visible. ${closeTooMany}: too many ` +
          `connections; the client waits before it reconnects. Frames over ${memberFrameLimit} ` +
          `bytes and malformed ones are dropped.`,
        'memberClientFrame',
        'memberServerFrame',
      ),
      optionsFeed: channel(
        '/options',
        'The protocol of the public delayed options feed. Symbols have the prefix `O:` or none; prices are dollars for one ' +
          'share, `t` is unix milliseconds.',
        'feedAction',
        'feedEvents',
      ),
    },
    operations: {
      sendMemberFrame: operation('send', 'member', 'memberClientFrame', 'Typing, reading, hints'),
      receiveMemberFrame: operation('receive', 'member', 'memberServerFrame', 'Messages, ticks, typing'),
      sendFeedAction: operation('send', 'optionsFeed', 'feedAction', 'Signing in and subscribing'),
      receiveFeedEvents: operation('receive', 'optionsFeed', 'feedEvents', 'Status and trades'),
    },
    components: { messages, schemas: toComponents(named) },
  };
}
