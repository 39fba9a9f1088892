import { type Handler, listOf, readPaging } from './call.ts';

export const listEvents: Handler = async ({ store, params }) => {
  const type = params.text('type');
  const page = await store.list('event', readPaging(params));
  // Filtered after paging, so a page may be short.
  const shown = type === undefined ? page.data : page.data.filter((event) => event.type === type);
  return listOf('/v1/events', shown, page.hasMore);
};
