import { createAccessReloads, reloadOf } from './access-reloads.ts';
import { type Alerts, createAlerts } from './alerts/index.ts';
import {
  alertsEndpoint,
  bearerProtocolPrefix,
  courseEndpoint,
  coursesEndpoint,
  dataExportEndpoint,
  memberPatchProtocol,
  memberSocketProtocol,
  newsListEndpoint,
  sessionsEndpoint,
} from './contract/index.ts';
import { type Courses, createCourses } from './courses/index.ts';
import { createDevices, type Devices } from './devices/index.ts';
import { endWithSocket } from './ended-session.ts';
import { runPart } from './member-part.ts';
import { createNews, type News } from './news/index.ts';
import { browserPictures, browserSockets } from './ports/index.ts';
import {
  type AccountDeletion,
  createAccountDeletion,
  createFirstSteps,
  createMemberData,
  createPasswordChange,
  createProfile,
  createProfileEditor,
  type FirstSteps,
  type MemberData,
  type PasswordChange,
  type Profile,
  type ProfileEditor,
} from './profile/index.ts';
import { createRealtime, type Realtime } from './realtime/index.ts';
import type { Site } from './site-features.ts';

/** The features of every members' page: account, news, courses, alerts and the member socket. */
export interface MemberBase {
  readonly profile: Profile;
  readonly firstSteps: FirstSteps;
  readonly profileEditor: ProfileEditor;
  readonly passwordChange: PasswordChange;
  readonly accountDeletion: AccountDeletion;
  readonly devices: Devices;
  readonly memberData: MemberData;
  readonly news: News;
  readonly courses: Courses;
  readonly alerts: Alerts;
  readonly realtime: Realtime;
  /**
   * Resets the features at sign-out and when another user signs in, and repeats rejected loads after sign-in.
   * Reference-counted.
   */
  start(): () => void;
  /** Destroys these features, but not those of the site. */
  destroy(): void;
}

/**
 * Creates the features of every members' page with the session, options and ports of a site. Without side effects before
 * `start()` or an action.
 *
 * @example
 * const site = createSiteFeatures({ apiUrl: '/api' });
 * const base = createMemberBase(site);
 * const { createChatFeatures } = await import('@openbell/core/chat-features');
 * const chats = createChatFeatures(site, base);
 */
export function createMemberBase({ api: transport, session, base }: Site): MemberBase {
  const { options, log, onError } = base;
  const { clock, scheduler, page, random, fetch } = base.ports;
  const common = { clock, scheduler, page, random, log, onError };
  const { healthUrl = options.apiUrl.replace(/^(https?:\/\/[^/]+)?.*$/i, '$1/healthz') } = options;

  const reloads = createAccessReloads({ api: transport, $session: session.$state, scheduler });
  const api = reloads.watch(() => [
    reloadOf(sessionsEndpoint, features.devices.load, features.devices.$state),
    reloadOf(dataExportEndpoint, features.memberData.load, features.memberData.$state),
    reloadOf(newsListEndpoint, features.news.load),
    reloadOf(coursesEndpoint, features.courses.loadList, features.courses.$list),
    reloadOf(
      courseEndpoint,
      ({ params }) => features.courses.openCourse(params.courseId),
      features.courses.$course,
    ),
    reloadOf(alertsEndpoint, features.alerts.load, features.alerts.$state),
  ]);

  const realtime = createRealtime({
    url: () => socketAddress(options.socketUrl ?? `${options.apiUrl.replace(/\/+$/, '')}/ws`),
    protocols: () => {
      const token = session.getToken();
      if (token === null) return null;
      return [memberSocketProtocol, `${bearerProtocolPrefix}${token.token}`, memberPatchProtocol];
    },
    $session: session.$state,
    socketFactory: options.ports?.socketFactory ?? browserSockets,
    ...(healthUrl === null ? {} : { isServerUp: () => isUp(fetch, healthUrl) }),
    ...common,
  });

  const features: Omit<MemberBase, 'start' | 'destroy'> = {
    profile: createProfile({ session }),
    firstSteps: createFirstSteps({ session }),
    profileEditor: createProfileEditor({
      api,
      session,
      pictures: options.ports?.pictures ?? browserPictures,
    }),
    passwordChange: createPasswordChange({ api, session, clock, scheduler }),
    accountDeletion: createAccountDeletion({
      api,
      session,
      ...(options.deleteAccount ? { mode: options.deleteAccount } : {}),
    }),
    devices: createDevices({ api, onError }),
    memberData: createMemberData({ api, onError }),
    news: createNews({ api, onError }),
    courses: createCourses({ api, session, storage: session.cache, fetch, ...common }),
    alerts: createAlerts({ api, realtime, now: session.now, ...common }),
    realtime,
  };

  const forget = (): void => {
    features.passwordChange.reset();
    features.devices.destroy();
    features.memberData.destroy();
    features.courses.destroy();
    features.alerts.destroy();
  };
  const follow = () =>
    endWithSocket(
      session,
      {
        $state: realtime.$state,
        isRefused: ({ reason }) =>
          reason === 'signed-out' || (reason === 'not-subscribed' && session.$isSubscribed.get()),
      },
      common,
    );
  return { ...features, ...runPart({ $user: session.$user, features, reloads, follow, forget }) };
}

/** Whether the server responds with a success within 10 s. */
async function isUp(fetch: typeof globalThis.fetch, url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000);
  return (await fetch(url, { cache: 'no-store', credentials: 'omit', signal })).ok;
}

/** A socket's address from one of the page's: `/api/ws`, `https://…` and `wss://…` are all understood. */
function socketAddress(url: string): string {
  if (typeof location === 'undefined') return url.replace(/^http/, 'ws');
  const resolved = new URL(url, location.href);
  resolved.protocol = resolved.protocol.replace(/^http/, 'ws');
  return resolved.href;
}
