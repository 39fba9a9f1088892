import type { PushTokens } from '@openbell/core/push';
import { EditProfileForm, type EditProfileFormProps } from '@openbell/ui/account';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeObjectUrls } from '../object-urls.ts';
import { enter, openApp, USER } from './account-support.tsx';

beforeEach(fakeObjectUrls);

const UPDATE = '/api/web/update-profile';
const PNG = new File(['x'], 'me.png', { type: 'image/png' });
const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

async function openForm(
  props: EditProfileFormProps = {},
  user: object = USER,
  options: Parameters<typeof openApp>[1] = {},
) {
  const app = openApp(<EditProfileForm {...props} />, options);
  await enter(app, user);
  return { app, person: userEvent.setup() };
}

describe('edit profile', () => {
  it('shows Loading profile… until it has loaded [profile.loading]', () => {
    openApp(<EditProfileForm />);
    expect(screen.getByRole('status').textContent).toContain('Loading profile…');
  });

  it('shows the profile; the email address is read-only [profile.email-fixed] [profile.edit-fields]', async () => {
    await openForm();
    expect(field('Full name')).toHaveProperty('value', 'Ada');
    expect(field(/^Phone/)).toHaveProperty('value', '+13035550100');
    expect(field('About you')).toHaveProperty('value', 'Scalps options.');
    expect(field('About you').getAttribute('rows')).toBe('4');
    const email = field(/^E-mail/);
    expect(email).toHaveProperty('disabled', true);
    expect(email).toHaveProperty('readOnly', true);
    expect(screen.getByRole('switch', { name: 'Push notifications' })).toHaveProperty('checked', true);
    expect(screen.getByRole('switch', { name: 'E-mail notifications' })).toHaveProperty('checked', false);
  });

  it('shows Updating… while saving once, then calls onSaved [profile.save-label] [profile.saved]', async () => {
    const onSaved = vi.fn();
    const { app, person } = await openForm({ onSaved });
    await person.clear(field('Full name'));
    await person.type(field('Full name'), 'Ada King');
    await person.click(save());
    const busy = screen.getByRole('button', { name: 'Updating…' });
    await person.click(busy);
    expect(app.count(UPDATE)).toBe(1);
    await (await app.call(UPDATE)).respond(200, { message: '', user: { ...USER, first_name: 'Ada King' } });
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(app.openbell.session.$user.get()?.first_name).toBe('Ada King');
    expect(save()).toBeTruthy();
  });

  it('does not call onSaved when the member has left the form', async () => {
    const onSaved = vi.fn();
    const { app, person } = await openForm({ onSaved });
    await person.click(save());
    cleanup();
    await (await app.call(UPDATE)).respond(200, { message: '', user: USER });
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('shows the error and the first message of each field, and focuses the first [profile.failed] [profile.field-errors]', async () => {
    const { app, person } = await openForm();
    await person.click(save());
    await (await app.call(UPDATE)).respond(422, {
      message: 'x',
      errors: { phone: ['No phone.', 'Really none.'], email: ['Taken.'], first_name: [] },
    });
    expect(screen.getByRole('alert').textContent).toBe('Update failed. Please try again.');
    const phone = field(/^Phone/);
    const describedBy = (phone.getAttribute('aria-describedby') ?? '').split(' ');
    expect(describedBy.map((id) => document.getElementById(id)?.textContent)).toContain('No phone.');
    expect(screen.getByText('Taken.')).toBeTruthy();
    expect(screen.queryByText('Really none.')).toBeNull();
    await person.click(save());
    await (await app.call(UPDATE)).respond(422, { message: 'x', errors: { phone: ['No phone.'] } });
    expect(document.activeElement).toBe(phone);
  });

  it('shows an error when the response is lost [profile.failed]', async () => {
    const { app, person } = await openForm();
    await person.click(save());
    await (await app.call(UPDATE)).respond(500, {});
    expect(screen.getByRole('alert').textContent).toBe('Update failed. Please try again.');
  });

  it('accepts images as the picture, reports other files, and restores the old one [profile.avatar-image]', async () => {
    const { app, person } = await openForm();
    const input = screen.getByLabelText('Choose a picture', { selector: 'input' });
    await userEvent
      .setup({ applyAccept: false })
      .upload(input, new File(['x'], 'x.txt', { type: 'text/plain' }));
    expect(screen.getByText('Please choose an image file (JPEG, PNG, WebP, GIF or AVIF).')).toBeTruthy();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await person.upload(input, PNG);
    expect(screen.queryByText('Please choose an image file (JPEG, PNG, WebP, GIF or AVIF).')).toBeNull();
    expect(screen.getByText('New picture: me.png')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Keep current picture' }));
    expect(screen.queryByText('New picture: me.png')).toBeNull();
    expect('image' in app.openbell.profileEditor.$state.get()).toBe(true);
    expect(document.activeElement).toBe(input);
  });

  it('offers only image files for upload, and a Delete Account button [profile.avatar-upload]', async () => {
    const { app, person } = await openForm();
    const input = screen.getByLabelText('Choose a picture', { selector: 'input' });
    const offered = input.getAttribute('accept')?.split(',') ?? [];
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.filter((type) => !type.startsWith('image/'))).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete Account' })).toBeTruthy();
    await person.upload(input, PNG);
    await person.click(save());
    expect(String((await app.call(UPDATE)).body)).toContain('name="profile_image"');
  });

  it('counts the characters of limited fields and shows the excess', async () => {
    const { person } = await openForm({}, { ...USER, about: 'x'.repeat(1_999) });
    expect(screen.getByText('1999 of 2000 characters')).toBeTruthy();
    await person.type(field('About you'), 'yz');
    expect(screen.getByText('Over the limit by 1.')).toBeTruthy();
  });

  it('shows Unsubscribe only to members with expired_at, lapsed or not [profile.unsubscribe-button]', async () => {
    const onUnsubscribe = vi.fn();
    await openForm({ onUnsubscribe });
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull();
    cleanup();
    const { person } = await openForm({ onUnsubscribe }, { ...USER, expired_at: '2020-01-01T00:00:00Z' });
    await person.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(onUnsubscribe).toHaveBeenCalledTimes(1);
  });
});

describe('Delete Account', () => {
  const open = async (person: ReturnType<typeof userEvent.setup>) => {
    await person.click(screen.getByRole('button', { name: 'Delete Account' }));
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  };

  it('lists the loss, asks for the password, and clears this device [delete-account.names-loss] [delete-account.local-traces]', async () => {
    const onDeleted = vi.fn();
    const { app, person } = await openForm({ onDeleted }, { ...USER, expired_at: '2020-01-01T00:00:00Z' });
    const dialog = await open(person);
    for (const loss of [/subscription/, /profile/, /chats/, /notifications/]) dialog.getByText(loss);
    await person.click(dialog.getByRole('button', { name: 'Delete permanently' }));
    expect(dialog.getByText('Please enter your password.')).toBeTruthy();
    await person.type(dialog.getByLabelText('Your password'), 'wrong{Enter}');
    await (await app.call('/api/web/delete-account')).respond(422, {
      message: 'x',
      errors: { password: ['The password is wrong.'] },
    });
    expect(dialog.getByText('The password is wrong.')).toBeTruthy();
    await person.clear(dialog.getByLabelText('Your password'));
    await person.type(dialog.getByLabelText('Your password'), 'right{Enter}');
    const call = await app.call('/api/web/delete-account');
    expect(call.body).toEqual({ password: 'right' });
    await call.respond(200, { message: '' });
    expect(onDeleted).toHaveBeenCalledTimes(1);
    expect(app.local.keys()).toEqual([]);
  });

  it('offers to delete local data when the backend cannot delete accounts', async () => {
    const onDeleted = vi.fn();
    const { app, person } = await openForm({ onDeleted });
    const dialog = await open(person);
    await person.type(dialog.getByLabelText('Your password'), 'right{Enter}');
    await (await app.call('/api/web/delete-account')).respond(404, { message: 'Not found.' });
    await person.click(dialog.getByRole('button', { name: 'Remove my data from this device' }));
    expect(onDeleted).toHaveBeenCalledTimes(1);
    expect(app.local.keys()).toEqual([]);
  });

  it('concerns only this device in local mode and calls nothing [delete-account.local-mode]', async () => {
    const onDeleted = vi.fn();
    const { app, person } = await openForm({ onDeleted }, USER, { deleteAccount: 'local' });
    await person.click(screen.getByRole('button', { name: 'Delete Account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await person.click(dialog.getByRole('button', { name: 'Remove my data from this device' }));
    expect(onDeleted).toHaveBeenCalledTimes(1);
    expect(app.local.keys()).toEqual([]);
    expect(app.count('/api/web/delete-account') + app.count('/api/web/logout')).toBe(0);
  });
});

describe('push notifications', () => {
  const tokens: PushTokens = {
    isSupported: () => true,
    current: async () => null,
    get: async () => 'a-token',
    remove: async () => {},
  };

  async function openDevice(response: 'granted' | 'denied', before: 'default' | 'denied' = 'default') {
    let permission: 'default' | 'granted' | 'denied' = before;
    const opened = await openForm(
      {},
      { ...USER, push_notification: false },
      {
        push: { tokens },
        ports: {
          notifications: {
            permission: () => permission,
            request: async () => {
              permission = response;
              return permission;
            },
          },
        },
      },
    );
    return { ...opened, toggle: screen.getByRole('switch', { name: 'Push notifications' }) };
  }

  it('asks for permission and registers this browser when switched on [push.gesture] [push.token-sent]', async () => {
    const { app, person, toggle } = await openDevice('granted');
    await person.click(toggle);
    const call = await app.call('/api/web/store-notification-token');
    expect(call.body).toEqual({ token: 'a-token' });
    await call.respond(200, { message: '' });
    expect(screen.getByText('This browser is set up.')).toBeTruthy();
    expect(toggle).toHaveProperty('checked', true);
  });

  it('explains what to do when notifications are blocked [push.blocked]', async () => {
    const { app, person, toggle } = await openDevice('denied');
    await person.click(toggle);
    await app.settle();
    expect(screen.getByText(/Your browser blocks notifications/).textContent).toContain('site settings');
    expect(app.count('/api/web/store-notification-token')).toBe(0);
  });

  it('offers permission here when push was switched on from another device', async () => {
    const { app } = await openForm(
      {},
      { ...USER, push_notification: true },
      {
        push: { tokens },
        ports: {
          notifications: { permission: () => 'default', request: () => new Promise(() => undefined) },
        },
      },
    );
    const allow = screen.getByRole('button', { name: 'Allow in this browser' });
    // As the main area of a page, which takes the focus of buttons that disappear.
    const main = allow.closest('form') as HTMLFormElement;
    main.tabIndex = -1;
    allow.focus();
    await act(async () => allow.click());
    expect(allow.isConnected).toBe(false);
    expect(document.activeElement).toBe(main);
    expect(app.count('/api/web/store-notification-token')).toBe(0);
  });
});
