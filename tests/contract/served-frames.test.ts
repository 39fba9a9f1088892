// Validates the frames of both sockets of the reference server with docs/contract/asyncapi.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, it } from 'vitest';
import { sharedWorld } from '../server/chat/support.ts';
import { joinFeed } from '../server/market/options-feed/feed-client.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/contract/asyncapi.json'), 'utf8')),
  'asyncapi',
);

/** The errors of frames that should match the message of this name; empty if there are none. */
function problemsOf(message: string, frames: readonly unknown[]): readonly string[] {
  const check = ajv.compile({ $ref: `asyncapi#/components/messages/${message}/payload` });
  return frames.flatMap((frame) =>
    check(frame) ? [] : [`${JSON.stringify(frame)}: ${ajv.errorsText(check.errors)}`],
  );
}

const world = sharedWorld();

it('sends and accepts the documented frames on the member socket [calls.documented-frames]', async () => {
  const ann = await world.user('Ann');
  const bob = await world.user('Bob');
  const chatId = await world.chat('GR', 'Group', [ann, bob]);
  const [anns, bobs] = [await world.socket(ann), await world.socket(bob)];
  const sent = [
    { type: 'WebMeesageTyping', chat_id: chatId, user_id: bob.id, typing: true },
    { type: 'ReadByAll', user_id: bob.id, chat_id: chatId },
    { type: 'WebFetchChat' },
  ];
  await world.tell(ann, chatId, 'The bell rang.');
  for (const frame of sent) bobs.send(frame);
  // A block would end what is sent to Ann.
  for (const type of ['WebMeesageTyping', 'WebFetchMessage', 'DeliveredToAll', 'ReadByAll']) {
    await anns.nextOf(type);
  }
  await world.act(bob, await world.tell(ann, chatId, 'Not this.'), 'block');
  await bobs.nextOf('WebMarkUser');
  await bobs.nextOf('WebFetchChat');
  expect(problemsOf('memberServerFrame', [...anns.frames, ...bobs.frames])).toEqual([]);
  expect(problemsOf('memberClientFrame', sent)).toEqual([]);
  // Verifies that the validator rejects a wrong frame.
  expect(problemsOf('memberServerFrame', [{ ...anns.frames[0], type: 'WebMessageTyping' }])).toHaveLength(1);
});

it('sends the documented event lists on the options feed [calls.documented-frames]', async () => {
  const client = await joinFeed(`${world.url}/options`, await world.server.signIn('subscriber'));
  await client.trade();
  client.socket.close();
  const frames = client.frames.map((frame): unknown => JSON.parse(frame));
  expect(frames.length).toBeGreaterThan(3);
  expect(problemsOf('feedEvents', frames)).toEqual([]);
  expect(problemsOf('feedAction', [{ action: 'subscribe', params: 'T.*' }])).toEqual([]);
  expect(problemsOf('feedEvents', [{ ev: 'T' }, [{ ev: 'T', sym: 'O:X' }]])).toHaveLength(2);
});
