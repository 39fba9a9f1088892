/** Marks an island as hydrated and dispatches an event, so that stored clicks are repeated (public/start.js). */
export function markLive(inside: Element | null): void {
  const island = inside?.closest<HTMLElement>('[data-island]');
  if (!island || island.dataset.live !== undefined) return;
  island.dataset.live = '';
  island.dispatchEvent(new Event('site-live'));
}
