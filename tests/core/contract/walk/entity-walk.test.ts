// Removes each field of every entity of the contract: the client still shows the other fields.
import { join } from 'node:path';
import { createApiClient } from '@openbell/core/api-client';
import { endpoints, isServerId, lenientList, readWire, tradeSchema } from '@openbell/core/contract';
import { createRealtime } from '@openbell/core/realtime';
import { createFakePage, createFakeRandom, createFakeSockets, createFakeTime } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { dropped, Local, type WalkedEntity, type WalkedField, walked } from './entities.ts';

/** Reads a response of the call; the problems that were reported are in `reported`. */
async function read({ call, pick }: WalkedEntity, body: unknown) {
  const reported: { where: string; error: unknown }[] = [];
  const api = createApiClient({
    baseUrl: 'https://api.test',
    fetch: async () => Response.json(body),
    onError: (problem) => void reported.push(problem),
  });
  const params = { id: 2, courseId: 4, ticker: 'AAPL', code: 'demo' };
  const response = await api.request(endpoints[call] as typeof endpoints.newsList, { params } as object);
  const entities = response.ok ? (pick(response.data as never) as Record<string, unknown>[]) : [];
  return { isOk: response.ok, entities, reported };
}

/** Values that no field can be read from; a number is text, and true is a flag. */
const unreadable = (sample: unknown): readonly unknown[] => {
  const texts = typeof sample === 'string' ? [] : ['soon', '21.11.2026 15:00', ''];
  const lists = Array.isArray(sample) ? [] : [[]];
  const flags = typeof sample === 'boolean' ? [] : [true];
  return [undefined, null, {}, { nested: 'x' }, ...lists, ...flags, ...texts];
};

const odd = ['21.11.2026 15:00', 'yesterday', '2026-13-45', '0000-00-00'];

function valuesFor(field: string, sample: unknown): readonly unknown[] {
  return /_at$|^datetime$|^time$/.test(field) ? [...unreadable(sample), ...odd] : unreadable(sample);
}

function expectField(value: unknown, { absent }: WalkedField, label: string): void {
  if (absent === Local) expect(isServerId(value as number), label).toBe(false);
  else expect(value, label).toEqual(absent);
}

describe.each(walked)('$name', (entity) => {
  const { sample, fields, body } = entity;

  it('is read completely, and names what is shown without each field [entity.missing] [entity.user] [entity.program] [entity.course] [entity.news-item] [chat.fields] [chat.message-fields]', async () => {
    const { entities, reported } = await read(entity, body([sample]));
    expect(entities).toEqual([sample]);
    expect(reported).toEqual([]);
    expect(Object.keys(fields).sort()).toEqual(Object.keys(entities[0] ?? {}).sort());
    expect(Object.keys(sample).sort()).toEqual(Object.keys(fields).sort());
  });

  it.each(Object.keys(sample))(
    'keeps the rest when %s is missing or unreadable [entity.missing]',
    async (field) => {
      const { entities: whole } = await read(entity, body([sample]));
      const rule = fields[field] as WalkedField;
      for (const value of valuesFor(field, sample[field])) {
        const label = `${field}: ${JSON.stringify(value)}`;
        const { isOk, entities, reported } = await read(entity, body([{ ...sample, [field]: value }]));
        if (rule.absent === dropped) {
          const [first] = entities;
          expect(isOk && first !== undefined && first !== null, label).toBe(false);
          expect(reported, label).toHaveLength(1);
          expect(JSON.stringify(reported), label).not.toContain('21.11.2026');
          continue;
        }
        const [{ [field]: got, ...rest } = {}] = entities;
        const { [field]: _, ...expected } = whole[0] ?? {};
        expect(rest, label).toEqual(expected);
        expectField(got, rule, label);
        expect(reported, label).toEqual([]);
      }
    },
  );
});

describe('lists', () => {
  it.each(walked.filter(({ isList }) => isList))(
    'drops a $name entry without anything to show, and reports its path once [entity.unusable]',
    async (entity) => {
      const { sample, body, path } = entity;
      const nothing = Object.fromEntries(Object.keys(sample).map((field) => [field, null]));
      for (const entry of [nothing, {}, null, 'secret text', ['secret text']]) {
        const { entities, reported } = await read(entity, body([sample, entry, sample]));
        expect(entities, JSON.stringify(entry)).toHaveLength(2);
        expect(reported).toHaveLength(1);
        const [{ error }] = reported as unknown as [{ error: { path: string }[] }];
        expect(error.map((problem) => problem.path)).toEqual([path === '' ? '1' : `${path}.1`]);
        expect(JSON.stringify(error)).not.toContain('secret text');
      }
    },
  );
});

describe('local ids', () => {
  const withIds = walked.filter(({ fields, isList }) => isList && fields.id?.absent === Local);

  it.each(withIds)(
    'gives $name entries without an id distinct ids, the same ones at each load [entity.local-id]',
    async (entity) => {
      const { id: _, ...sample } = entity.sample;
      const body = entity.body([{ ...entity.sample, id: 7 }, sample, sample]);
      const { entities } = await read(entity, body);
      const { entities: again } = await read(entity, body);
      const ids = entities.map(({ id }) => id as number);
      expect(new Set(ids).size).toBe(3);
      expect(ids.map(isServerId)).toEqual([true, false, false]);
      expect(again.map(({ id }) => id)).toEqual(ids);
    },
  );
});

describe('socket frames', () => {
  const entity = walked.find(({ name }) => name === 'Message') as WalkedEntity;

  it.each(Object.keys(entity.sample))(
    'emits a message whose %s is missing or unreadable [entity.missing]',
    async (field) => {
      const sockets = createFakeSockets();
      const logged: unknown[] = [];
      const realtime = createRealtime({
        url: 'ws://test/api/ws',
        protocols: () => ['openbell.v1'],
        socketFactory: sockets.factory,
        scheduler: createFakeTime().scheduler,
        page: createFakePage(),
        random: createFakeRandom(),
        log: (...line) => void logged.push(line),
      });
      const emitted: Record<string, unknown>[] = [];
      realtime.on('WebFetchMessage', ({ message }) => void emitted.push({ ...message }));
      const stop = realtime.start();
      sockets.latest().accept();
      const send = (part: object) =>
        sockets.latest().deliver({
          type: 'WebFetchMessage',
          user_id: 5,
          isScroll: true,
          message: { ...entity.sample, ...part },
        });
      send({});
      const [whole] = emitted.splice(0);
      for (const value of valuesFor(field, entity.sample[field])) {
        const label = JSON.stringify(value);
        send({ [field]: value });
        const [{ [field]: got, ...rest } = {}] = emitted.splice(0);
        const { [field]: _, ...expected } = whole ?? {};
        expect(rest, label).toEqual(expected);
        expectField(got, entity.fields[field] as WalkedField, label);
      }
      expect(logged).toEqual([]);
      send({ message: 'kept', reactions: [{ emoji: '👍' }, { user: 'secret' }] });
      expect(emitted).toHaveLength(1);
      expect(logged).toEqual([
        ['Invalid entries in a socket message', [expect.objectContaining({ path: 'message.reactions.1' })]],
      ]);
      expect(JSON.stringify(logged)).not.toContain('secret');
      stop();
    },
  );
});

it('drops a trade that totals could not count, and keeps one without anything else [entity.missing]', () => {
  const trade = { time: '2026-11-21T15:00:00.000Z', option: 'SPY261218C00580000', qty: 2, price: 3.1 };
  const schema = lenientList(tradeSchema);
  for (const field of Object.keys(trade)) {
    const reading = readWire(schema, [trade, { ...trade, [field]: null }]);
    expect(reading.ok && [reading.value.length, reading.dropped[0]?.path], field).toEqual([1, '1']);
  }
});

it('documents what is shown without each field [entity.missing]', async () => {
  const rows = walked.flatMap(({ name, where, fields }) =>
    Object.entries(fields).map(([field, { shown }], index) => [
      index === 0 ? `${name} (${where})` : '',
      `\`${field}\``,
      shown,
    ]),
  );
  const table = [['entity (pages)', 'without', 'is shown'], ...rows];
  const width = (column: number): number => Math.max(...table.map((row) => row[column]?.length ?? 0));
  const line = (cells: readonly string[], fill = ' '): string =>
    `| ${cells.map((cell, column) => cell.padEnd(width(column), fill)).join(' | ')} |`;
  const [head = [], ...body] = table;
  const text = [
    '# Missing values',
    '',
    'What a page shows when a backend omits a field, sends null, or sends a value that cannot be read. The other fields of the',
    'entity are shown; the missing one is left blank or has a neutral text, and is never guessed. A list entry is dropped only',
    'when none of it can be shown; `onError` then reports it once by its path, for example `data.messages.3`, without its',
    'values.',
    '',
    'An entry without an id gets a local one (`isServerId(id)` is false) and no action that needs an id. Trades and candles',
    'without a symbol, time, price or size would distort totals, so they are dropped.',
    '',
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...body.map((row) => line(row)),
    '',
  ].join('\n');
  // Written by a test, so that it cannot differ from what the client does: update it with `-u`.
  await expect(text).toMatchFileSnapshot(
    join(import.meta.dirname, '../../../../docs/guides/missing-values.md'),
  );
});
