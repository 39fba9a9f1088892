import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '../../../examples/server/src/live/channel.ts';
import { openNatsChannel } from '../../../examples/server/src/live/nats-channel.ts';
import { hasNats, startNats, type TestNats } from '../../support/nats.ts';
import { until } from '../../support/until.ts';

describe.runIf(hasNats)('the NATS channel', () => {
  let nats: TestNats;
  let [here, there]: [Channel, Channel] = [] as never;
  const lines: string[] = [];
  const received: unknown[] = [];
  const log = {
    info: (event: string) => void lines.push(event),
    warn: (event: string) => void lines.push(event),
    error: (event: string) => void lines.push(event),
  };
  const open = (prefix = 'test') => openNatsChannel({ config: { servers: [nats.address] }, prefix, log });
  const connected = (count: number) =>
    until(() => expect(lines.filter((line) => line === 'nats-connected')).toHaveLength(count));

  beforeAll(async () => {
    nats = await startNats();
  });
  beforeEach(async () => {
    lines.length = 0;
    received.length = 0;
    [here, there] = [open(), open()];
    there.subscribe('typing', (message) => received.push(message));
    await connected(2);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });
  afterAll(() => nats.stop());

  test('delivers a message once, to its own and to other processes', async () => {
    const own: unknown[] = [];
    here.subscribe('typing', (message) => own.push(message));
    here.publish('typing', { userId: 1 });
    expect(own).toEqual([{ userId: 1 }]);
    await until(() => expect(received).toEqual([{ userId: 1 }]));
    there.publish('typing', { userId: 2 });
    await until(() => expect(own).toEqual([{ userId: 1 }, { userId: 2 }]));
    expect(received).toEqual([{ userId: 1 }, { userId: 2 }]);
  });

  test('does not deliver messages of a site with another prefix', async () => {
    const other = open('other');
    await connected(3);
    other.publish('typing', { userId: 9 });
    here.publish('typing', { userId: 1 });
    await until(() => expect(received).toEqual([{ userId: 1 }]));
    await other.close();
  });

  test('drops what another program writes that is not JSON or too large', async () => {
    const program = await connect({ servers: [nats.address] });
    program.publish('test.typing', 'not JSON');
    program.publish('test.typing', JSON.stringify('x'.repeat(600_000)));
    program.publish('test.typing', '{"userId":3}');
    await until(() => expect(received).toEqual([{ userId: 3 }]));
    // Both channels received both.
    await until(() => expect(lines.filter((line) => line === 'nats-message-dropped')).toHaveLength(4));
    await program.close();
  });

  test('reaches its own process while the broker is away, and the others after it is back', async () => {
    await nats.stop();
    await until(() => expect(lines).toContain('nats-disconnected'));
    const own: unknown[] = [];
    here.subscribe('typing', (message) => own.push(message));
    here.publish('typing', { userId: 4 });
    expect(own).toEqual([{ userId: 4 }]);
    await nats.start();
    await connected(4);
    here.publish('typing', { userId: 5 });
    await until(() => expect(received).toEqual([{ userId: 5 }]));
  });

  test('reports an interruption once, to the listeners of each process', async () => {
    let interruptions = 0;
    here.onInterrupted(() => {
      interruptions += 1;
    });
    await nats.stop();
    await until(() => expect(interruptions).toBe(1));
    await nats.start();
    await connected(4);
    expect(interruptions).toBe(1);
  });

  test('connects when a login that was rejected is accepted later', async () => {
    await here.close();
    await there.close();
    await nats.stop();
    await nats.start({ user: 'bell', pass: 'new' });
    lines.length = 0;
    const config = { servers: [nats.address], user: 'bell', pass: 'old' };
    here = openNatsChannel({ config, prefix: 'test', log });
    await until(() => expect(lines).toContain('nats-not-connected'));
    await nats.stop();
    await nats.start({ user: 'bell', pass: 'old' });
    await connected(1);
    // Also while it is connected.
    await nats.stop();
    await nats.start({ user: 'bell', pass: 'new' });
    await until(() => expect(lines).toContain('nats-disconnected'));
    await nats.stop();
    await nats.start({ user: 'bell', pass: 'old' });
    await connected(2);
    await here.close();
    await nats.stop();
    await nats.start();
  }, 60_000);
});
