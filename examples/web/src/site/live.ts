/**
 * Says that an island has come to life. Its element is marked and hears an event of this name: what was pressed in it
 * before is done now (public/start.js).
 */
export function tellLive(inside: Element | null): void {
  const island = inside?.closest<HTMLElement>('[data-island]');
  if (!island || island.dataset.live !== undefined) return;
  island.dataset.live = '';
  island.dispatchEvent(new Event('site-live'));
}
