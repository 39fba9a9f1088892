// The walks of accounts, the profile and the public pages.
import { createMemoryProvider, demoPassword } from '@openbell/testing';
import type { Course, Step, Walk } from './walk.types.ts';

const member = 'member@openbell.test';
const form = {
  first_name: 'Nora',
  phone: '+13035550188',
  email: 'nora@example.com',
  password: 'Opening-bell-9',
  password_confirmation: 'Opening-bell-9',
  referralCode: '',
  agree: true,
};
const newPassword = { password: 'Closing-bell-7', confirm_password: 'Closing-bell-7' };
const question = { name: 'Nora', email: 'nora@example.com', message: 'When does it open?' };
export const offline: Step = ['the network fails', ({ server }) => server.faults.offline()];
export const backOnline: Step = ['the network is back', ({ server }) => server.faults.clear()];

const signIn: Step = [
  'signIn()',
  ({ openbell }) =>
    openbell.session.signIn({ type: 'manual', email: member, password: demoPassword, remember: true }),
];
const facebook = createMemoryProvider('nora@example.com', 'Nora');
const withProvider = (provider: typeof facebook): NonNullable<Walk['options']> => ({
  social: { facebook: provider },
});
const pressFacebook: Step = [
  'signIn()',
  ({ openbell }) => openbell.socialSignIn.signIn('facebook', { remember: true }),
];
const tokens = {
  isSupported: () => true,
  current: () => Promise.resolve(null),
  get: () => Promise.resolve('a-token'),
  remove: () => Promise.resolve(),
};
const startPush: Step = ['start()', ({ openbell }) => openbell.push.start()];
const enable =
  (permission: 'default' | 'granted' | 'denied'): Step[1] =>
  (world) => {
    world.permission = permission;
    return world.openbell.push.enable();
  };

interface WidgetOptions {
  callback(token: string): void;
  'expired-callback'(): void;
}
/** The parts of reCAPTCHA's script that the feature uses, and a host element. */
const widget = {
  options: null as WidgetOptions | null,
  ready: (work: () => void) => work(),
  render(_place: unknown, options: WidgetOptions): number {
    widget.options = options;
    return 1;
  },
  reset: () => {},
};
const host = {
  ownerDocument: { createElement: () => ({}) },
  replaceChildren: () => {},
} as unknown as HTMLElement;

/** The challenge of each walk's instance. */
const challenges = new WeakMap<
  object,
  ReturnType<Parameters<Step[1]>[0]['openbell']['captcha']['createChallenge']>
>();
function challengeOf({ openbell }: Parameters<Step[1]>[0]) {
  const challenge = challenges.get(openbell) ?? openbell.captcha.createChallenge();
  challenges.set(openbell, challenge);
  return challenge;
}

export const accountWalks: Readonly<Record<string, Course>> = {
  'session.$state': {
    store: ({ openbell }) => openbell.session.$state,
    walks: [
      {
        steps: [
          ['start()', ({ openbell }) => openbell.session.start()],
          signIn,
          ['signOut()', ({ openbell }) => openbell.session.signOut()],
          signIn,
          [
            'the server ends the session',
            ({ openbell, server }) => {
              server.faults.revokeToken(member);
              return openbell.session.refreshProfile();
            },
          ],
          signIn,
          ['forget()', ({ openbell }) => openbell.session.forget()],
        ],
      },
    ],
  },
  'sign-up.$state': {
    store: ({ openbell }) => openbell.signUp.$state,
    walks: [
      {
        steps: [
          ['submit()', ({ openbell }) => openbell.signUp.submit({ ...form, email: member }, null)],
          ['submit()', ({ openbell }) => openbell.signUp.submit(form, null)],
          ['reset()', ({ openbell }) => openbell.signUp.reset()],
          offline,
          ['submit()', ({ openbell }) => openbell.signUp.submit(form, null)],
          ['reset()', ({ openbell }) => openbell.signUp.reset()],
        ],
      },
    ],
  },
  'otp-reset.$state': {
    store: ({ openbell }) => openbell.otpReset.$state,
    walks: [
      {
        steps: [
          ['start()', ({ openbell }) => openbell.otpReset.start()],
          ['send()', ({ openbell }) => openbell.otpReset.send(member)],
          ['restart()', ({ openbell }) => openbell.otpReset.restart()],
          ['60 s pass', ({ time }) => time.advance(61_000)],
          ['send()', ({ openbell }) => openbell.otpReset.send(member)],
          ['verify()', ({ openbell }) => openbell.otpReset.verify('000000')],
          ['verify()', ({ openbell, server }) => openbell.otpReset.verify(server.codeFor(member))],
          ['60 s pass', ({ time }) => time.advance(61_000)],
          ['resend()', ({ openbell }) => openbell.otpReset.resend()],
          ['verify()', ({ openbell, server }) => openbell.otpReset.verify(server.codeFor(member))],
          ['restart()', ({ openbell }) => openbell.otpReset.restart()],
          ['60 s pass', ({ time }) => time.advance(61_000)],
          ['send()', ({ openbell }) => openbell.otpReset.send(member)],
          ['verify()', ({ openbell, server }) => openbell.otpReset.verify(server.codeFor(member))],
          ['reset()', ({ openbell }) => openbell.otpReset.reset(newPassword)],
          ['restart()', ({ openbell }) => openbell.otpReset.restart()],
        ],
      },
    ],
  },
  'social-sign-in.$state': {
    store: ({ openbell }) => openbell.socialSignIn.$state,
    walks: [
      {
        options: withProvider(facebook),
        steps: [
          pressFacebook,
          ['the user signs out', ({ openbell }) => openbell.session.signOut()],
          offline,
          pressFacebook,
          pressFacebook,
          ['reset()', ({ openbell }) => openbell.socialSignIn.reset()],
        ],
      },
      {
        options: withProvider(facebook),
        before: ({ respondNext }) =>
          respondNext('/web/login', 422, {
            message: 'Which address?',
            errors: { address: ['Which address?'] },
          }),
        steps: [
          pressFacebook,
          ['add()', ({ openbell }) => openbell.socialSignIn.add({ address: 'nora@example.com' })],
        ],
      },
      {
        options: withProvider(facebook),
        before: ({ respondNext }) =>
          respondNext('/web/login', 422, {
            message: 'Which address?',
            errors: { address: ['Which address?'] },
          }),
        steps: [pressFacebook, ['reset()', ({ openbell }) => openbell.socialSignIn.reset()]],
      },
    ],
  },
  'captcha.$state': {
    store: (world) => challengeOf(world).$state,
    walks: [
      {
        options: { captcha: { provider: 'altcha' } },
        steps: [
          ['solve()', (world) => challengeOf(world).solve(async () => 'a solution')],
          ['reset()', (world) => challengeOf(world).reset()],
          offline,
          ['solve()', (world) => challengeOf(world).solve(async () => 'a solution')],
          ['reset()', (world) => challengeOf(world).reset()],
        ],
      },
      {
        options: {
          captcha: { provider: 'recaptcha', siteKey: 'a-key' },
          ports: { scripts: { load: async () => widget } },
        },
        steps: [
          ['mount()', (world) => challengeOf(world).mount?.(host, { theme: 'light', size: 'normal' })],
          ['the user ticks the widget', () => widget.options?.callback('a solution')],
          ['the solution expires', () => widget.options?.['expired-callback']()],
          ['the user ticks the widget', () => widget.options?.callback('a solution')],
          ['the solution expires', () => widget.options?.['expired-callback']()],
          ['reset()', (world) => challengeOf(world).reset()],
        ],
      },
    ],
  },
  'profile.$state': {
    store: ({ openbell }) => openbell.profileEditor.$state,
    walks: [
      {
        steps: [
          ['the session starts', ({ openbell }) => openbell.start()],
          ['the user signs in', (world) => signIn[1](world)],
          ['change()', ({ openbell }) => openbell.profileEditor.change({ about: 'Trades the open.' })],
          ['save()', ({ openbell }) => openbell.profileEditor.save()],
          ['the user signs out', ({ openbell }) => openbell.session.signOut()],
        ],
      },
      {
        before: ({ server }) => server.faults.dropBefore({ call: 'profile' }),
        steps: [
          ['the session starts', ({ openbell }) => openbell.start()],
          ['the user signs in', (world) => signIn[1](world)],
          ['refresh()', ({ openbell }) => openbell.profileEditor.refresh()],
          backOnline,
          ['refresh()', ({ openbell }) => openbell.profileEditor.refresh()],
        ],
      },
    ],
  },
  'push.$state': {
    store: ({ openbell }) => openbell.push.$state,
    walks: [
      { steps: [startPush] },
      {
        options: { push: { tokens } },
        steps: [
          ['start()', ({ openbell }) => openbell.start()],
          signIn,
          ['enable()', enable('default')],
          ['enable()', enable('granted')],
          ['the user signs out', ({ openbell }) => openbell.session.signOut()],
        ],
      },
      { options: { push: { tokens } }, as: 'member', steps: [startPush, ['enable()', enable('denied')]] },
      {
        options: { push: { tokens } },
        as: 'member',
        before: ({ server }) => server.faults.throttle(5, { call: 'storeNotificationToken', times: 1 }),
        steps: [startPush, ['enable()', enable('granted')], ['enable()', enable('granted')]],
      },
    ],
  },
  'contact.$state': {
    store: ({ openbell }) => openbell.contact.$state,
    walks: [
      {
        steps: [
          ['submit()', ({ openbell }) => openbell.contact.submit(question)],
          offline,
          ['submit()', ({ openbell }) => openbell.contact.submit(question)],
          backOnline,
          ['submit()', ({ openbell }) => openbell.contact.submit(question)],
        ],
      },
      { steps: [['submit()', ({ openbell }) => openbell.contact.submit({ ...question, message: '' })]] },
    ],
  },
  'theme.$theme': {
    store: ({ openbell }) => openbell.theme.$theme,
    walks: [
      {
        steps: [
          ['toggle()', ({ openbell }) => openbell.theme.toggle()],
          ['toggle()', ({ openbell }) => openbell.theme.toggle()],
        ],
      },
    ],
  },
};
