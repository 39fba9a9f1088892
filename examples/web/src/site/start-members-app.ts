import { loadMembersApp } from './preload-members.ts';

/**
 * Loads the members' app and starts it in an element. If its code fails to load, the page says so and offers to load
 * again. Rejects with the error.
 */
export async function startMembersApp(root: HTMLElement, load = loadMembersApp): Promise<void> {
  try {
    await (await load()).startMembers(root);
  } catch (error) {
    showFailure(root);
    throw error;
  }
}

/** The error page of the app (RouteFailure), without the app's code. */
function showFailure(root: HTMLElement): void {
  const main = document.createElement('main');
  main.className = 'site-alone';
  const state = main.appendChild(document.createElement('div'));
  state.className = 'ob-state';
  state.setAttribute('role', 'alert');
  const add = (tag: string, className: string, text: string): HTMLElement =>
    state.appendChild(Object.assign(document.createElement(tag), { className, textContent: text }));
  add('h1', 'ob-state-title', 'This page could not be loaded.');
  add('p', 'ob-state-description', 'There may be a newer version of this page.');
  const retry = add('button', 'ob-button', 'Retry');
  Object.assign(retry.dataset, { variant: 'secondary', size: 'medium' });
  retry.addEventListener('click', () => window.location.reload());
  root.replaceChildren(main);
}
