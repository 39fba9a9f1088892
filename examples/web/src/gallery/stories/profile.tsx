import type { SocialConfig, SocialProvider } from '@openbell/core/social-sign-in';
import {
  ChangePasswordDialog,
  DeleteAccountDialog,
  EditProfileForm,
  PaymentHistory,
  ProfileView,
  SocialProof,
  StatusBadge,
  SubscriptionsTable,
} from '@openbell/ui';
import { Stage, type StageProps } from '../Stage.tsx';
import { people } from '../sample-data.ts';
import { long, nothing, type Story } from '../story.ts';

const provider: SocialProvider = {
  kind: 'window',
  sandbox: true,
  prepare: async () => undefined,
  signIn: () => new Promise(() => {}),
};
const social: SocialConfig = { google: provider, facebook: { ...provider, sandbox: false } };
const profileStage =
  (parts: Partial<StageProps>): Story['draw'] =>
  () => (
    <Stage {...parts}>
      <ProfileView />
    </Stage>
  );
const subscriptions = [
  ...people.subscriber.subscriptions,
  {
    ...people.subscriber.subscriptions[0],
    id: 9,
    status: 'paused',
    provider: 'paypal',
    period: 2,
    subscription_histories: [],
  },
  { ...people.subscriber.subscriptions[0], id: 10, status: 'canceled', provider_subscription_id: long },
] as unknown as Parameters<typeof SubscriptionsTable>[0]['subscriptions'];

const shortPassword = { current_password: '', password: 'short', confirm_password: '' };

export const profileStories: readonly Story[] = [
  { of: ['ProfileView'], state: 'loading', wide: true, draw: profileStage({}) },
  { of: ['ProfileView'], state: 'without a plan', wide: true, draw: profileStage({ as: people.member }) },
  { of: ['ProfileView'], state: 'a subscriber', wide: true, draw: profileStage({ as: people.subscriber }) },
  { of: ['ProfileView'], state: 'a payment is late', wide: true, draw: profileStage({ as: people.late }) },
  {
    of: ['EditProfileForm'],
    state: 'loading',
    draw: () => (
      <Stage>
        <EditProfileForm />
      </Stage>
    ),
  },
  {
    of: ['EditProfileForm'],
    state: 'a subscriber',
    wide: true,
    draw: () => (
      <Stage as={people.subscriber}>
        <EditProfileForm onUnsubscribe={nothing} />
      </Stage>
    ),
  },
  {
    of: ['EditProfileForm'],
    state: 'busy',
    wide: true,
    draw: () => (
      <Stage as={people.member} arrange={({ profileEditor }) => profileEditor.save()}>
        <EditProfileForm />
      </Stage>
    ),
  },
  {
    of: ['EditProfileForm'],
    state: 'errors of the fields',
    wide: true,
    draw: () => (
      <Stage
        as={people.member}
        responses={{
          '/web/update-profile': {
            status: 422,
            body: { message: 'x', errors: { phone: ['No such number.'], profile_image: ['Not a picture.'] } },
          },
        }}
        arrange={({ profileEditor }) => profileEditor.save()}
      >
        <EditProfileForm />
      </Stage>
    ),
  },
  {
    of: ['StatusBadge'],
    state: 'each',
    draw: () => (
      <div className="gallery-row">
        {['active', 'canceled', 'cancelled', 'trialing', 'past_due', 'odd'].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
    ),
  },
  {
    of: ['SubscriptionsTable'],
    state: 'three',
    wide: true,
    draw: () => <SubscriptionsTable subscriptions={subscriptions} />,
  },
  {
    of: ['SubscriptionsTable'],
    state: 'empty',
    wide: true,
    draw: () => <SubscriptionsTable subscriptions={[]} />,
  },
  {
    of: ['PaymentHistory'],
    state: 'with and without an invoice',
    draw: () => <PaymentHistory entries={subscriptions[0]?.subscription_histories ?? []} />,
  },
  { of: ['PaymentHistory'], state: 'empty', draw: () => <PaymentHistory entries={[]} /> },
  ...([false, true] as const).map(
    (refused): Story => ({
      of: ['ChangePasswordDialog'],
      state: refused ? 'errors of the fields' : 'open',
      over: true,
      draw: () => (
        <Stage
          as={people.member}
          arrange={({ passwordChange }) => (refused ? passwordChange.submit(shortPassword) : undefined)}
        >
          <ChangePasswordDialog open onClose={nothing} onChanged={nothing} email={people.member.user.email} />
        </Stage>
      ),
    }),
  ),
  ...([true, false] as const).map(
    (hasPlan): Story => ({
      of: ['DeleteAccountDialog'],
      state: hasPlan ? 'with a plan' : 'by a social account',
      over: true,
      draw: () => (
        <Stage as={people.subscriber} options={{ social }}>
          <DeleteAccountDialog
            open
            onClose={nothing}
            onDeleted={nothing}
            hasPlan={hasPlan}
            social={hasPlan ? undefined : (onProof) => <SocialProof onProof={onProof} />}
          />
        </Stage>
      ),
    }),
  ),
];
