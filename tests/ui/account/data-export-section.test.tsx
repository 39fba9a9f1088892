import { DataExportSection } from '@openbell/ui/account';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openApp } from './account-support.tsx';

const PATH = '/api/web/data-export';
const none = { status: 'none', requested_at: null, expires_at: null };

async function openSection(response: unknown = none, status = 200) {
  const app = openApp(<DataExportSection />);
  await (await app.call(PATH)).respond(status, response);
  return app;
}
const button = () => screen.queryByRole('button', { name: 'Download my data' });

describe('the data export section', () => {
  it('requests the data, says that a link will be mailed, and focuses the heading [data-export.request] [data-export.states]', async () => {
    const app = await openSection();
    await userEvent.click(button() as HTMLElement);
    await (await app.call(PATH)).respond(202, { ...none, status: 'preparing' });
    expect(screen.getByRole('status').textContent).toBe(
      'We’re preparing your data. We’ll email you a link when it’s ready.',
    );
    expect(button()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your data' }));
  });

  it('says until when the mailed link works [data-export.states]', async () => {
    await openSection({ ...none, status: 'ready', expires_at: '2026-11-30T10:00:00Z' });
    expect(screen.getByRole('status').textContent).toMatch(
      /^We’ve emailed you a link to your data. It works until 30 Nov 2026 /,
    );
    expect(button()).not.toBeNull();
  });

  it('shows what failed and keeps the button [data-export.states] [data-export.failure]', async () => {
    const app = await openSection({ ...none, status: 'failed' });
    expect(screen.getByRole('alert').textContent).toBe('Your data could not be prepared. Please try again.');
    await userEvent.click(button() as HTMLElement);
    await (await app.call(PATH)).respond(429, { message: 'Once a day.', retry_after: 60 });
    expect(screen.getByRole('alert').textContent).toBe('Once a day.');
    await userEvent.click(button() as HTMLElement);
    await (await app.call(PATH)).respond(500, {});
    expect(screen.getByRole('alert').textContent).toBe('Your data could not be requested. Please try again.');
  });

  it('says that a request failed when the status could not be loaded either [data-export.failure]', async () => {
    const app = await openSection({}, 500);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(button() as HTMLElement);
    await (await app.call(PATH)).respond(500, {});
    expect(screen.getByRole('alert').textContent).toBe('Your data could not be requested. Please try again.');
  });

  it('is not shown on a backend without the calls [data-export.optional]', async () => {
    await openSection({ message: 'Not found.' }, 404);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
