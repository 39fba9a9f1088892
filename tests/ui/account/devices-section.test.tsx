import { DevicesSection } from '@openbell/ui/account';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openApp } from './account-support.tsx';

const agents = {
  laptop: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0',
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1',
};
const device = (id: number, user_agent: string, current = false) => ({
  id,
  user_agent,
  created_at: '2026-11-01T10:00:00',
  last_used_at: '2026-11-20T16:30:00Z',
  current,
});
const LIST = [device(1, agents.laptop, true), device(3, agents.phone), device(2, '')];

async function openSection(list: unknown = LIST, status = 200) {
  const app = openApp(
    <main tabIndex={-1}>
      <DevicesSection />
    </main>,
  );
  await (await app.call('/api/web/sessions')).respond(status, list);
  return app;
}
const names = () =>
  screen
    .queryAllByRole('listitem')
    .map((row) => within(row).getByText(/./, { selector: 'strong' }).textContent);

describe('the devices section', () => {
  it('names the devices and marks the current one, which has no button [devices.list] [devices.names]', async () => {
    await openSection();
    expect(names()).toEqual(['Firefox on Mac', 'Safari on iPhone', 'Unknown device']);
    const [here, there] = screen.getAllByRole('listitem');
    expect(here?.textContent).toContain('This device');
    expect(within(here as HTMLElement).queryByRole('button')).toBeNull();
    expect(there?.textContent).toMatch(/Signed in 01 Nov 2026 .+Last used 20 Nov 2026/);
  });

  it('signs one device out, removes its row, and focuses the heading [devices.end-one]', async () => {
    const app = await openSection();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
    await (await app.call('/api/web/end-session/3')).respond(200, { message: '' });
    expect(names()).toEqual(['Firefox on Mac', 'Unknown device']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Devices' }));
    expect(screen.getByRole('status').textContent).toBe('The device is signed out.');
  });

  it('shows an error and keeps the device when signing out fails [devices.end-one]', async () => {
    const app = await openSection();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Unknown device' }));
    await (await app.call('/api/web/end-session/2')).respond(500, { message: 'no' });
    expect(screen.getByRole('alert').textContent).toBe(
      'The device could not be signed out. Please try again.',
    );
    expect(names()).toHaveLength(3);
  });

  it('signs out all other devices at once [devices.end-others]', async () => {
    const app = await openSection();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out all other devices' }));
    await (await app.call('/api/web/end-other-sessions')).respond(200, { message: '' });
    expect(names()).toEqual(['Firefox on Mac']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows equal devices as one row, and signs all of them out [devices.equal]', async () => {
    const app = await openSection([
      device(1, agents.laptop, true),
      ...[5, 4, 3].map((id) => device(id, agents.phone)),
      device(2, agents.laptop),
    ]);
    expect(names()).toEqual(['Firefox on Mac', 'Safari on iPhone', 'Firefox on Mac']);
    expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('3 sessions');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out 3 sessions of Safari on iPhone' }));
    for (const id of [5, 4, 3])
      await (await app.call(`/api/web/end-session/${id}`)).respond(200, { message: '' });
    expect(names()).toEqual(['Firefox on Mac', 'Firefox on Mac']);
    expect(screen.getByRole('status').textContent).toBe('3 sessions are signed out.');
  });

  it('keeps the other sessions of a row when one cannot be signed out', async () => {
    const app = await openSection([device(1, '', true), device(3, agents.phone), device(2, agents.phone)]);
    await userEvent.click(screen.getByRole('button', { name: 'Sign out 2 sessions of Safari on iPhone' }));
    await (await app.call('/api/web/end-session/3')).respond(500, { message: 'no' });
    expect(screen.getByRole('alert').textContent).toContain('could not be signed out');
    expect(app.count('/api/web/end-session/2')).toBe(0);
  });

  it('keeps each row busy while several are signed out at once', async () => {
    const app = await openSection();
    const button = (name: string) => screen.getByRole('button', { name: `Sign out ${name}` });
    const busy = () =>
      ['Safari on iPhone', 'Unknown device'].map((name) => button(name).getAttribute('data-status'));
    await userEvent.click(button('Safari on iPhone'));
    await userEvent.click(button('Unknown device'));
    expect(busy()).toEqual(['busy', 'busy']);
    await (await app.call('/api/web/end-session/3')).respond(500, { message: 'no' });
    expect(busy()).toEqual(['idle', 'busy']);
  });

  it('shows ten rows and the rest on Show all, below the button for all others [devices.ten]', async () => {
    await openSection([
      device(20, agents.laptop, true),
      ...Array.from({ length: 14 }, (_, index) => device(index + 1, `program-${index}/1`)),
    ]);
    expect(names()).toHaveLength(10);
    const [first] = screen.getAllByRole('button');
    expect(first?.textContent).toBe('Sign out all other devices');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(names()).toHaveLength(15);
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Devices' }));
  });

  it('is not rendered when the backend does not support the endpoint [devices.optional]', async () => {
    await openSection({ message: 'Not found.' }, 404);
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('offers Retry when the devices fail to load', async () => {
    const app = await openSection({}, 500);
    expect(screen.getByRole('alert').textContent).toContain('Your devices could not be loaded.');
    const retry = screen.getByRole('button', { name: 'Retry' });
    await userEvent.click(retry);
    expect(document.activeElement).toBe(retry);
    expect(retry.getAttribute('data-status')).toBe('busy');
    await (await app.call('/api/web/sessions')).respond(500, {});
    expect(document.activeElement).toBe(retry);
    expect(retry.getAttribute('data-status')).toBe('idle');
    await userEvent.click(retry);
    await (await app.call('/api/web/sessions')).respond(200, LIST);
    expect(names()).toHaveLength(3);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
