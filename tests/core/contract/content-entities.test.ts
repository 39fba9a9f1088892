// Fields of content entities; unknown fields are dropped. `captions` is our optional addition.
import {
  alertAnswerSchema,
  alertSchema,
  courseSchema,
  newsItemSchema,
  readWire,
  type Schema,
} from '@openbell/core/contract';
import { expect, it } from 'vitest';

function read<T>(schema: Schema<T>, value: object): unknown {
  const reading = readWire(schema, { ...value, extra: 1, data_version: '2' });
  return reading.ok ? reading.value : reading.problems;
}
/** The required fields. */
const required = (schema: Schema<unknown>, value: object): string[] =>
  Object.keys(value).filter((name) => !readWire(schema, { ...value, [name]: undefined }).ok);

it('Alert: id, message (free text), created_at [entity.alert]', () => {
  const alert = { id: 7, message: 'SPY 580C:\n<b>3.10</b> & "up"', created_at: '2026-11-21T15:00:00.000Z' };
  expect(read(alertSchema, alert)).toEqual(alert);
  expect(required(alertSchema, alert)).toEqual(['id', 'created_at']);
});

it('alert response: the alert, null or an error; anything else is rejected [entity.alert]', () => {
  const alert = { id: 7, message: 'SPY', created_at: '2026-11-21T15:00:00.000Z' };
  expect(read(alertAnswerSchema, { alert })).toEqual({ alert });
  expect(read(alertAnswerSchema, { alert: null })).toEqual({ alert: null });
  expect(read(alertAnswerSchema, { error: 'Failed to load alert' })).toEqual({
    error: 'Failed to load alert',
  });
  for (const none of [{}, { data: { alert } }, { error: 4 }, { message: 'Not found.' }])
    expect(readWire(alertAnswerSchema, none).ok).toBe(false);
});

it('Course: id, name, description, image, video, details, documents with name and file [entity.course]', () => {
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
  expect(required(courseSchema, course)).toEqual(['id']);
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

it('News item: id, headline, summary, image, url, datetime in unix seconds [entity.news-item]', () => {
  const item = {
    id: 9,
    headline: 'The range holds',
    summary: 'Volume was thin.',
    image: '/nine.svg',
    url: 'https://news.example/9',
    datetime: 1_761_312_345,
  };
  expect(read(newsItemSchema, item)).toEqual(item);
  expect(required(newsItemSchema, item)).toEqual(['id', 'headline', 'datetime']);
});
