import { type Handler, listOf, readPaging } from './call.ts';

export const listEvents: Handler = async ({ store, params }) => {
  const page = await store.list('event', readPaging(params));
  return listOf('/v1/events', page.data, page.hasMore);
};
