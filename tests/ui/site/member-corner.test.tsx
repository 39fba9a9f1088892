// The member's button before the code of its menu has arrived.
import { createSiteFeatures } from '@openbell/core/site-features';
import { createFakeTime, createMemoryStorage } from '@openbell/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../examples/web/src/config.ts';
import { makeUser } from '../../core/session/session-support.ts';
import { until } from '../../support/until.ts';

const folder = '../../../examples/web/src/site';

/** Renders the corner of a member with its modules reset. The menu's code arrives on `arrive`. */
async function renderCorner() {
  vi.resetModules();
  let arrive: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.doMock(`${folder}/public/PersonMenu.tsx`, async (importOriginal) => {
    await arrived;
    return importOriginal();
  });
  vi.doMock(`${folder}/preload-members.ts`, () => ({ preloadMembers: () => {} }));
  onTestFinished(() => {
    vi.doUnmock(`${folder}/public/PersonMenu.tsx`);
    vi.doUnmock(`${folder}/preload-members.ts`);
  });
  const { default: MemberCorner } = await import('../../../examples/web/src/site/public/MemberCorner.tsx');
  const localStorage = createMemoryStorage();
  localStorage.write('accessToken', 'a-token');
  const user = makeUser({ id: 1, first_name: 'Nora' });
  const site = createSiteFeatures({
    apiUrl: 'https://site.test/api',
    keyPrefix: '',
    ports: {
      ...createFakeTime(),
      localStorage,
      sessionStorage: createMemoryStorage(),
      fetch: async () => Response.json({ user, subscriptions: [] }),
    },
  });
  onTestFinished(site.start());
  render(<MemberCorner site={site} config={readConfig({})} />);
  const button = await screen.findByRole('button', { name: /Nora/ });
  return { arrive: () => act(async () => arrive()), button };
}

const person = () => screen.getByRole('button', { name: /Nora/ });

test.each([
  ['the mouse was dragged away', (button: HTMLElement) => fireEvent.pointerLeave(button, { buttons: 1 })],
  ['a touch became a scroll', (button: HTMLElement) => fireEvent.pointerCancel(button)],
])('shows the menu that arrives after %s', async (_, end) => {
  const { arrive, button } = await renderCorner();
  fireEvent.pointerDown(button);
  end(button);
  await arrive();
  await until(() => expect(person().getAttribute('aria-haspopup')).toBe('menu'));
});

test('opens the menu on a press that follows one without a click', async () => {
  const { arrive, button } = await renderCorner();
  fireEvent.pointerDown(button);
  fireEvent.pointerUp(button);
  fireEvent.pointerLeave(button, { buttons: 0 });
  await arrive();
  await act(() => import('../../../examples/web/src/site/public/PersonMenu.tsx'));
  await userEvent.click(person());
  expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeTruthy();
});
