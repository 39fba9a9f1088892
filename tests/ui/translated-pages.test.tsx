// Parts on a page that the browser has translated keep working when their texts change.
import { SignInForm, SignUpForm } from '@openbell/ui/account';
import { PricingCard } from '@openbell/ui/billing';
import { Button, EmptyState, PartBoundary } from '@openbell/ui/primitives';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { other } from '../core/chat/support.ts';
import { translatePage } from '../support/translate-page.ts';
import { openApp } from './account/account-support.tsx';
import { deliver, layOut, open } from './chat/support.tsx';

const pageText = () => document.body.textContent ?? '';
const translate = () => translatePage(document.body);

describe('forms on a translated page', () => {
  it('shows the totals of the chosen term in the pricing card [look.translated]', async () => {
    const app = openApp(<PricingCard navigate={() => {}} />);
    const program = { id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 };
    await (await app.call('/api/web/program')).respond(200, [program]);
    const user = userEvent.setup();
    translate();
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    await user.click(screen.getByRole('combobox', { name: 'Plan' }));
    await user.click(await screen.findByRole('option', { name: 'Mentorship' }));
    translate();
    expect(pageText()).toContain('$450.00 a year');
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    expect(pageText()).toContain('$50.00 a month');
    expect(pageText()).not.toContain('$450.00 a year');
    expect(screen.getByRole('button', { name: 'Enroll' })).toBeTruthy();
  });

  const forms: readonly (readonly [string, ReactNode])[] = [
    ['sign-in', <SignInForm key="sign-in" />],
    ['sign-up', <SignUpForm key="sign-up" />],
  ];
  test.each(forms)('keeps the %s form when its captcha changes [look.translated]', async (_name, form) => {
    const app = openApp(form, { captcha: { provider: 'altcha' } });
    const user = userEvent.setup();
    translate();
    await user.click(screen.getByRole('checkbox', { name: /robot/i }));
    translate();
    await (await app.call('/api/captcha/challenge')).respond(500, {});
    expect(document.querySelector('.ob-captcha-state')?.textContent).toBe('');
    expect(document.querySelector('form')).not.toBeNull();
  });
});

describe('a chat on a translated page', () => {
  beforeEach(layOut);

  it('keeps the chat when search, matches and typing change [look.translated]', async () => {
    const { rig, user } = await open((server) => {
      server.post(other, 'a needle, see https://a.example/b and more');
      server.post(other, 'another needle');
    });
    translate();
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const box = screen.getByRole('searchbox', { name: 'Search messages' });
    translate();
    for (const letter of 'needles') {
      await user.type(box, letter);
      translate();
    }
    expect(screen.getByText('No matches')).toBeTruthy();
    await user.clear(box);
    await user.type(box, 'needle');
    expect(screen.getByText('1 of 2')).toBeTruthy();
    await deliver(rig, { type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    translate();
    await act(async () => {
      await rig.time.advance(6000);
      await rig.time.frame();
    });
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
  });
});

/** A part whose slot has a text, which appears and disappears with each click. */
function Toggle({ children }: { children: (isOn: boolean) => ReactNode }) {
  const [isOn, setOn] = useState(true);
  return (
    <>
      {children(isOn)}
      <button type="button" onClick={() => setOn(!isOn)}>
        toggle
      </button>
    </>
  );
}

describe('slots with a text on a translated page', () => {
  const slots: readonly (readonly [string, (isOn: boolean) => ReactNode])[] = [
    ['a button', (isOn) => <Button busy={isOn}>Save</Button>],
    ['the icon of a button', (isOn) => <Button icon={isOn ? 'icon' : null}>Save</Button>],
    ['the action of a state', (isOn) => <EmptyState title="Nothing" action={isOn ? 'Act' : null} />],
    ['a list in a slot', (isOn) => <EmptyState title="Nothing" action={['One', isOn ? 'two' : null]} />],
  ];
  test.each(slots)('removes and shows the text of %s [look.translated]', async (_name, slot) => {
    const user = userEvent.setup();
    render(<Toggle>{slot}</Toggle>);
    const before = pageText();
    for (const _click of [1, 2]) {
      translate();
      await user.click(screen.getByText('toggle'));
    }
    expect(pageText()).toBe(before);
  });
});

describe('PartBoundary', () => {
  it('limits an error to its part until Retry or another page [look.part-errors]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const user = userEvent.setup();
    const state = { isBroken: true };
    const Part = () => {
      if (state.isBroken) throw new Error('Broken.');
      return <p>works</p>;
    };
    const view = (page: string) => (
      <>
        <p>beside</p>
        <PartBoundary of={page}>
          <Part />
        </PartBoundary>
      </>
    );
    const { rerender } = render(view('/a'));
    expect(screen.getByText('beside')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('This part of the page could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('alert')).toBeTruthy();
    state.isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByText('works')).toBeTruthy());

    state.isBroken = true;
    rerender(view('/a'));
    expect(screen.getByRole('alert')).toBeTruthy();
    state.isBroken = false;
    rerender(view('/b'));
    expect(screen.getByText('works')).toBeTruthy();
  });
});
