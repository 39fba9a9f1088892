// Fields of content entities; unknown fields are dropped. `captions` is our optional addition.
import {
  alertResponseSchema,
  alertSchema,
  courseSchema,
  newsItemSchema,
  readWire,
  type Schema,
} from '@openbell/core/contract';
import { expect, it } from 'vitest';

function read<T>(schema: Schema<T>, value: object): unknown {
  const result = readWire(schema, { ...value, extra: 1, data_version: '2' });
  return result.ok ? result.value : result.problems;
}
/** The required fields. */
const required = (schema: Schema<unknown>, value: object): string[] =>
  Object.keys(value).filter((name) => !readWire(schema, { ...value, [name]: undefined }).ok);

it('reads an alert with any text as its message [entity.alert]', () => {
  const alert = { id: 7, message: 'SPY 580C:\n<b>3.10</b> & "up"', created_at: '2026-11-21T15:00:00.000Z' };
  expect(read(alertSchema, alert)).toEqual(alert);
  expect(required(alertSchema, alert)).toEqual([]);
});

it('accepts an alert, null or an error as the alert response only [entity.alert]', () => {
  const alert = { id: 7, message: 'SPY', created_at: '2026-11-21T15:00:00.000Z' };
  expect(read(alertResponseSchema, { alert })).toEqual({ alert });
  expect(read(alertResponseSchema, { alert: null })).toEqual({ alert: null });
  expect(read(alertResponseSchema, { error: 'Failed to load alert' })).toEqual({
    error: 'Failed to load alert',
  });
  for (const invalid of [{}, { data: { alert } }, { error: 4 }, { message: 'Not found.' }])
    expect(readWire(alertResponseSchema, invalid).ok).toBe(false);
});

it.each<readonly [{ readonly alert?: unknown; readonly error?: unknown }, string]>([
  [{ alert: 'one', error: null }, 'alert'],
  [{ alert: 'one', error: '' }, 'alert'],
  [{ alert: 'one', error: 'Expired.' }, 'alert'],
  [{ alert: null, error: null }, 'alert'],
  [{ alert: null, error: '' }, 'alert'],
  [{ alert: null, error: 'Expired.' }, 'error'],
  [{ alert: {}, error: 'Expired.' }, 'error'],
])('reads %j by its %s [entity.alert]', (body, key) => {
  const alert = { id: 7, message: 'SPY', created_at: null };
  const given = body.alert === 'one' ? { ...body, alert } : body;
  expect(Object.keys(read(alertResponseSchema, given) as object)).toEqual([key]);
});

it('reads a course with defaults for missing fields [entity.course]', () => {
  const course = {
    id: 4,
    name: 'The opening range',
    description: 'What the first minutes tell.',
    image: '/range.svg',
    video: '/range.webm',
    captions: '/range.vtt',
    details: '<p>Wait.</p>',
    documents: [{ name: 'Worksheet', file: '/sheet.pdf' }],
  };
  expect(read(courseSchema, course)).toEqual(course);
  expect(required(courseSchema, course)).toEqual([]);
  expect(read(courseSchema, { id: 4, name: course.name, documents: null })).toEqual({
    id: 4,
    name: course.name,
    description: '',
    image: null,
    video: null,
    captions: null,
    details: '',
    documents: [],
  });
});

it('reads a news item with its time in unix seconds [entity.news-item]', () => {
  const item = {
    id: 9,
    headline: 'The range holds',
    summary: 'Volume was thin.',
    image: '/nine.svg',
    url: 'https://news.example/9',
    datetime: 1_761_312_345,
  };
  expect(read(newsItemSchema, item)).toEqual(item);
  expect(required(newsItemSchema, item)).toEqual([]);
});
