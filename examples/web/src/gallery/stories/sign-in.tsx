import { createPasskeySignIn, createPasskeys } from '@openbell/core/passkeys';
import type { SocialConfig, SocialProvider } from '@openbell/core/social-sign-in';
import { useCaptcha, useOpenbell, useSocialSignIn } from '@openbell/react-hooks';
import { createFakePasskeys } from '@openbell/testing';
import {
  AccountCard,
  CaptchaField,
  ContactForm,
  DataExportSection,
  DevicesSection,
  ForgotPasswordForm,
  FormMessage,
  OtpBoxes,
  PasskeyList,
  PasskeySignIn,
  SecuritySection,
  SignInForm,
  SignUpForm,
  SocialAsk,
  SocialButtons,
  SocialProof,
} from '@openbell/ui';
import { useEffect, useState } from 'react';
import { Stage } from '../Stage.tsx';
import { long, nothing, type Story } from '../story.ts';

const provider: SocialProvider = {
  kind: 'window',
  sandbox: true,
  prepare: async () => undefined,
  signIn: () => new Promise(() => {}),
};
const social: SocialConfig = { google: provider, facebook: { ...provider, sandbox: false } };
const withSocial = { options: { social, captcha: { provider: 'altcha' } } } as const;
const credentials = {
  type: 'manual',
  email: 'nora@openbell.test',
  password: 'Opening-bell-9',
  remember: true,
} as const;
const fields = {
  first_name: 'Nora',
  phone: '1',
  email: 'nora@openbell.test',
  password: 'short',
  password_confirmation: 'other',
  referralCode: '',
  agree: true,
};

function Captcha({ solve = false }: { solve?: boolean }) {
  const captcha = useCaptcha();
  const { solve: begin } = captcha;
  useEffect(() => {
    if (solve) void begin(() => new Promise(() => {}));
  }, [solve, begin]);
  return <CaptchaField captcha={captcha} />;
}

function Social() {
  return <SocialButtons social={useSocialSignIn()} captcha={useCaptcha()} remember />;
}

function Asked() {
  return <SocialAsk social={useSocialSignIn()} />;
}

/** A browser that has passkeys, wherever the gallery is opened. */
const { browser } = createFakePasskeys();

function OfferedPasskey() {
  const { api, session } = useOpenbell();
  const [instance] = useState(() => createPasskeySignIn({ api, session, browser }));
  return <PasskeySignIn remember onSignedIn={() => {}} instance={instance} />;
}

function OwnPasskeys() {
  const { api, session } = useOpenbell();
  const [instance] = useState(() => createPasskeys({ api, session, browser }));
  return <PasskeyList instance={instance} />;
}

const passkeys = [
  {
    id: 1,
    name: 'Apple Passwords',
    created_at: '2026-11-01T09:30:00Z',
    last_used_at: '2026-11-21T15:00:00Z',
  },
  { id: 2, name: '', created_at: '2026-11-20T21:12:00Z', last_used_at: null },
];

/** A server that asks for another field. */
const asks = (field: string, message: string) => ({
  '/web/login': { status: 422, body: { message, errors: { [field]: [message] } } },
});

const devices = [
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15', '2026-11-21T15:00:00Z'],
  ['Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Mobile Safari/537.36', '2026-11-20T21:12:00Z'],
  ['', '2026-11-02T08:30:00Z'],
].map(([user_agent, last_used_at], index) => ({
  id: index + 1,
  user_agent,
  created_at: '2026-11-01T09:30:00Z',
  last_used_at,
  current: index === 0,
}));

const sendOtp = { '/web/send-otp': { body: { message: 'OTP sent' } } };

export const signInStories: readonly Story[] = [
  {
    of: ['SignInForm', 'AccountCard'],
    state: 'empty',
    draw: () => (
      <Stage {...withSocial}>
        <AccountCard title="Sign in" lead="Welcome back.">
          <SignInForm notice="Your account is ready." />
        </AccountCard>
      </Stage>
    ),
  },
  {
    of: ['SignInForm'],
    state: 'busy',
    draw: () => (
      <Stage arrange={({ signIn }) => signIn.submit(credentials)}>
        <SignInForm />
      </Stage>
    ),
  },
  {
    of: ['SignInForm'],
    state: 'refused',
    draw: () => (
      <Stage
        responses={{ '/web/login': { status: 401, body: { message: 'Invalid credentials' } } }}
        arrange={({ signIn }) => signIn.submit(credentials)}
      >
        <SignInForm />
      </Stage>
    ),
  },
  {
    of: ['SignUpForm'],
    state: 'empty',
    draw: () => (
      <Stage {...withSocial}>
        <SignUpForm />
      </Stage>
    ),
  },
  {
    of: ['SignUpForm'],
    state: 'errors of the fields',
    draw: () => (
      <Stage
        responses={{
          '/web/register': {
            status: 422,
            body: {
              message: 'x',
              errors: {
                first_name: [long],
                phone: ['The phone field must be a valid number.'],
                email: ['The email has already been taken.'],
                password: ['The password field must be at least 8 characters.'],
              },
            },
          },
        }}
        arrange={({ signUp }) => signUp.submit(fields, null)}
      >
        <SignUpForm />
      </Stage>
    ),
  },
  {
    of: ['SignUpForm'],
    state: 'busy',
    draw: () => (
      <Stage arrange={({ signUp }) => signUp.submit(fields, null)}>
        <SignUpForm />
      </Stage>
    ),
  },
  {
    of: ['ContactForm', 'BareContactForm'],
    state: 'empty',
    draw: () => (
      <Stage>
        <ContactForm />
      </Stage>
    ),
  },
  {
    of: ['ContactForm'],
    state: 'busy',
    draw: () => (
      <Stage arrange={({ contact }) => contact.submit({ name: long, email: long, message: long })}>
        <ContactForm />
      </Stage>
    ),
  },
  {
    of: ['ForgotPasswordForm'],
    state: 'step 1',
    draw: () => (
      <Stage>
        <ForgotPasswordForm />
      </Stage>
    ),
  },
  {
    of: ['ForgotPasswordForm'],
    state: 'step 1, refused',
    draw: () => (
      <Stage
        responses={{
          '/web/send-otp': {
            status: 422,
            body: { message: 'We can’t find a user with that e-mail address.' },
          },
        }}
        arrange={({ otpReset }) => otpReset.send('nora@openbell.test')}
      >
        <ForgotPasswordForm />
      </Stage>
    ),
  },
  {
    of: ['ForgotPasswordForm'],
    state: 'step 2',
    draw: () => (
      <Stage responses={sendOtp} arrange={({ otpReset }) => otpReset.send('nora@openbell.test')}>
        <ForgotPasswordForm />
      </Stage>
    ),
  },
  {
    of: ['ForgotPasswordForm'],
    state: 'step 3',
    draw: () => (
      <Stage
        responses={{ ...sendOtp, '/web/verify-otp': { body: { message: 'OTP verified' } } }}
        arrange={async ({ otpReset }) => {
          await otpReset.send('nora@openbell.test');
          await otpReset.verify('012345');
        }}
      >
        <ForgotPasswordForm />
      </Stage>
    ),
  },
  {
    of: ['OtpBoxes'],
    state: 'empty, filled, read only, error',
    draw: () => (
      <div className="gallery-stack">
        <OtpBoxes label="Code" onChange={nothing} hint="Six digits, by e-mail." />
        <OtpBoxes label="Code" onChange={nothing} defaultValue="0123" />
        <OtpBoxes label="Code" onChange={nothing} defaultValue="012345" readOnly />
        <OtpBoxes label="Code" onChange={nothing} defaultValue="999999" error="Invalid OTP" />
      </div>
    ),
  },
  {
    of: ['DevicesSection'],
    state: 'this device and others',
    draw: () => (
      <Stage responses={{ '/web/sessions': { body: devices } }}>
        <DevicesSection />
      </Stage>
    ),
  },
  {
    of: ['DevicesSection'],
    state: 'could not be loaded',
    draw: () => (
      <Stage responses={{ '/web/sessions': { status: 500, body: {} } }}>
        <DevicesSection />
      </Stage>
    ),
  },
  {
    of: ['SecuritySection'],
    state: 'without an authenticator app',
    draw: () => (
      <Stage
        responses={{
          '/web/factors': { body: { authenticator: null, recovery_codes: 0, proofs: ['password'] } },
        }}
      >
        <SecuritySection />
      </Stage>
    ),
  },
  {
    of: ['DataExportSection'],
    state: 'not requested',
    draw: () => (
      <Stage responses={{ '/web/data-export': { body: { status: 'none' } } }}>
        <DataExportSection />
      </Stage>
    ),
  },
  {
    of: ['SecuritySection'],
    state: 'with an authenticator app',
    draw: () => (
      <Stage
        responses={{
          '/web/factors': {
            body: { authenticator: '2026-11-02T15:00:00Z', recovery_codes: 8, proofs: ['code'] },
          },
        }}
      >
        <SecuritySection />
      </Stage>
    ),
  },
  {
    of: ['PasskeySignIn'],
    state: 'offered',
    draw: () => (
      <Stage
        responses={{
          '/web/passkey-sign-in': { body: { challenge: 'c', rpId: 'localhost', allowCredentials: [] } },
        }}
      >
        <OfferedPasskey />
      </Stage>
    ),
  },
  {
    of: ['PasskeyList'],
    state: 'with two passkeys',
    draw: () => (
      <Stage responses={{ '/web/passkeys': { body: passkeys } }}>
        <OwnPasskeys />
      </Stage>
    ),
  },
  {
    of: ['DataExportSection'],
    state: 'the link was mailed',
    draw: () => (
      <Stage
        responses={{ '/web/data-export': { body: { status: 'ready', expires_at: '2026-11-30T10:00:00Z' } } }}
      >
        <DataExportSection />
      </Stage>
    ),
  },
  { of: ['FormMessage'], state: 'an error', draw: () => <FormMessage>{long}</FormMessage> },
  {
    of: ['CaptchaField'],
    state: 'unsolved',
    draw: () => (
      <Stage {...withSocial}>
        <Captcha />
      </Stage>
    ),
  },
  {
    of: ['CaptchaField'],
    state: 'solving',
    draw: () => (
      <Stage {...withSocial} responses={{ '/captcha/challenge': { body: {} } }}>
        <Captcha solve />
      </Stage>
    ),
  },
  {
    of: ['SocialButtons'],
    state: 'two providers, one of them the sandbox’s',
    draw: () => (
      <Stage options={{ social }}>
        <Social />
      </Stage>
    ),
  },
  {
    of: ['SocialButtons'],
    state: 'busy',
    draw: () => (
      <Stage options={{ social }} arrange={({ socialSignIn }) => socialSignIn.signIn('google', {})}>
        <Social />
      </Stage>
    ),
  },
  {
    of: ['SocialAsk'],
    state: 'an address',
    draw: () => (
      <Stage
        options={{ social }}
        responses={asks('address', 'Facebook shares no e-mail address of yours. Please enter yours.')}
        arrange={({ socialSignIn }) => socialSignIn.signIn('facebook', {})}
      >
        <Asked />
      </Stage>
    ),
  },
  {
    of: ['SocialAsk'],
    state: 'a code',
    draw: () => (
      <Stage
        options={{ social }}
        responses={asks('otp', 'Please enter the code.')}
        arrange={({ socialSignIn }) => socialSignIn.signIn('facebook', {})}
      >
        <Asked />
      </Stage>
    ),
  },
  {
    of: ['SocialAsk'],
    state: 'a password, the wrong one',
    draw: () => (
      <Stage
        options={{ social }}
        responses={asks('password', 'This password is wrong.')}
        arrange={async ({ socialSignIn }) => {
          await socialSignIn.signIn('facebook', {});
          await socialSignIn.add({ password: 'a guess' });
        }}
      >
        <Asked />
      </Stage>
    ),
  },
  {
    of: ['SocialProof'],
    state: 'asks again',
    draw: () => (
      <Stage options={{ social }}>
        <SocialProof onProof={nothing} />
      </Stage>
    ),
  },
];
