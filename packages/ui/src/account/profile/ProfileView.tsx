'use client';

import { displayedSubscription } from '@openbell/core/billing';
import type { User } from '@openbell/core/contract';
import { useProfile, usePushOnLoad, useSession, useTheme } from '@openbell/react-hooks';
import { LogOut, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { PaymentMethodSection } from '../../billing/PaymentMethodSection.tsx';
import { PastDueBanner } from '../../billing/SubscriptionOutlook.tsx';
import {
  Avatar,
  Button,
  ErrorState,
  LazyPlace,
  type LinkComponent,
  lazyPart,
  PlainLink,
  Skeleton,
  SkeletonGroup,
  Switch,
  useTexts,
} from '../../primitives/index.ts';
import { PartBoundary } from '../../primitives/PartBoundary.tsx';
import { DevicesSection } from '../security/DevicesSection.tsx';
import { SubscriptionsTable } from '../subscriptions/SubscriptionsTable.tsx';
import { DataExportSection } from './DataExportSection.tsx';
import { ProfileFacts, SubscriptionFacts } from './ProfileFacts.tsx';

const securitySection = lazyPart(() => import('../security/SecuritySection.tsx'));

export interface ProfileViewProps {
  /** Called when the session has ended. Go to `/login`. */
  onLoggedOut?: (() => void) | undefined;
  /** The API's origin, for invoices that the API serves. */
  apiOrigin?: string | undefined;
  editHref?: string | undefined;
  pricingHref?: string | undefined;
  welcomeHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** The member's profile page. */
export function ProfileView(props: ProfileViewProps): ReactNode {
  const text = useTexts();
  const { state, refresh } = useProfile();
  const { signOut } = useSession();
  const { theme, choose } = useTheme();
  usePushOnLoad();
  const { editHref = '/profile/edit', pricingHref = '/#pricing', welcomeHref = '/welcome' } = props;
  const { link: Link = PlainLink } = props;

  if (state.status === 'failed') {
    return <ErrorState title={text('accounts.profileFailed')} onRetry={() => void refresh()} />;
  }
  if (state.status !== 'ready') return <ProfileSkeleton />;

  const { user, subscriptions, isSubscribed } = state;
  const displayed = displayedSubscription(subscriptions, user);
  const logOut = (): void => {
    void signOut();
    props.onLoggedOut?.();
  };

  return (
    <div
      className="ob-profile"
      data-part="profile"
      data-status={isSubscribed ? 'subscribed' : 'not-subscribed'}
    >
      <header className="ob-profile-head">
        <Avatar name={user.first_name} src={user.dp} size="large" />
        <div className="ob-profile-name">
          <h1>{user.first_name || text('shell.userFallback')}</h1>
          <Link className="ob-link ob-profile-edit" href={editHref}>
            <Pencil size={16} aria-hidden="true" />
            {text('accounts.editProfile')}
          </Link>
        </div>
        <div className="ob-profile-side">
          <Switch
            label={text(theme === 'dark' ? 'accounts.darkMode' : 'accounts.lightMode')}
            checked={theme === 'dark'}
            onCheckedChange={(dark) => choose(dark ? 'dark' : 'light')}
          />
          <Button icon={<LogOut className="ob-directional" size={16} aria-hidden="true" />} onClick={logOut}>
            {text('accounts.logOut')}
          </Button>
        </div>
      </header>

      <PastDueBanner link={Link} />
      <PartBoundary>
        <PaymentMethodSection />
      </PartBoundary>
      {isSubscribed ? (
        <p className="ob-profile-welcome">
          <Link className="ob-link" href={welcomeHref}>
            {text('accounts.welcomePage')}
          </Link>
        </p>
      ) : (
        <aside className="ob-profile-notice" aria-label={text('accounts.subscriptionInformation')}>
          <p>{text('accounts.notSubscribed')}</p>
          <Link className="ob-link" href={pricingHref}>
            {text('accounts.seePlans')}
          </Link>
        </aside>
      )}

      <div className="ob-profile-columns">
        <ProfileFacts user={user} displayed={displayed} />
        <SubscriptionFacts user={user} displayed={displayed} link={Link} />
      </div>

      <section className="ob-profile-section">
        <h2>{text('accounts.subscriptions')}</h2>
        {subscriptions.length === 0 ? (
          <p className="ob-profile-empty">{text('accounts.noSubscriptions')}</p>
        ) : (
          <PartBoundary>
            <SubscriptionsTable subscriptions={subscriptions} apiOrigin={props.apiOrigin} />
          </PartBoundary>
        )}
      </section>

      <div className="ob-profile-columns">
        <section className="ob-profile-section">
          <h2>{text('accounts.about')}</h2>
          {user.about === '' ? (
            <p className="ob-profile-empty">{text('accounts.aboutEmpty')}</p>
          ) : (
            <p className="ob-profile-about" dir="auto">
              {user.about}
            </p>
          )}
        </section>
        <NotificationFacts user={user} />
      </div>

      <PartBoundary>
        <LazyPlace part={securitySection}>{({ SecuritySection }) => <SecuritySection />}</LazyPlace>
      </PartBoundary>
      <PartBoundary>
        <DevicesSection />
      </PartBoundary>
      <PartBoundary>
        <DataExportSection />
      </PartBoundary>
    </div>
  );
}

function ProfileSkeleton(): ReactNode {
  const text = useTexts();
  return (
    <SkeletonGroup className="ob-profile" label={text('accounts.loadingProfile')}>
      <p className="ob-profile-loading" aria-hidden="true">
        {text('accounts.loadingProfile')}
      </p>
      <div className="ob-profile-head">
        <Skeleton shape="circle" className="ob-profile-skeleton-avatar" />
        <Skeleton shape="title" />
      </div>
      <div className="ob-profile-columns">
        <Skeleton shape="box" className="ob-profile-skeleton-box" />
        <Skeleton shape="box" className="ob-profile-skeleton-box" />
      </div>
    </SkeletonGroup>
  );
}

function NotificationFacts({ user }: { readonly user: User }): ReactNode {
  const text = useTexts();
  return (
    <section className="ob-profile-section">
      <h2>{text('accounts.notifications')}</h2>
      <dl className="ob-facts">
        <dt>{text('accounts.pushNotifications')}</dt>
        <dd data-status={user.push_notification ? 'on' : 'off'}>
          {text(user.push_notification ? 'accounts.on' : 'accounts.off')}
        </dd>
        <dt>{text('accounts.emailNotifications')}</dt>
        <dd data-status={user.email_notification ? 'on' : 'off'}>
          {text(user.email_notification ? 'accounts.on' : 'accounts.off')}
        </dd>
      </dl>
    </section>
  );
}
