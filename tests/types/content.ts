import {
  type AlertsError,
  type AlertViewError,
  type AlertViewState,
  createAlerts,
  createAlertView,
} from '@openbell/core/alerts';
import type { ApiClient } from '@openbell/core/api-client';
import { type ChatError, type ChatFeature, type ComposerProblem, createChat } from '@openbell/core/chat';
import type { Alert } from '@openbell/core/contract';
import {
  type CourseError,
  type CourseState,
  createCourses,
  type DownloadError,
} from '@openbell/core/courses';
import { createNews, type NewsError, type NewsState } from '@openbell/core/news';
import { createRealtime, type Realtime, type RealtimeStatus } from '@openbell/core/realtime';
import type { Session } from '@openbell/core/session';
import { holds, type Same } from './expect.ts';

export async function chat(
  api: ApiClient,
  realtime: Realtime,
  session: Session,
  feature: ChatFeature,
): Promise<void> {
  createChat({ api, realtime, session, chatType: 'GR', storage: session.cache });
  // @ts-expect-error group or personal
  createChat({ api, realtime, session, chatType: 'XX', storage: session.cache });
  // @ts-expect-error a chat lives on its socket
  createChat({ api, session, chatType: 'GR', storage: session.cache });
  const thread = feature.thread(1);
  // @ts-expect-error ids are numbers
  feature.thread('1');
  thread.send('hello', { mentions: [2] });
  // @ts-expect-error people are mentioned by their ids
  thread.send('hello', { mentions: ['Nora'] });
  await thread.act(5, 'unsend');
  // @ts-expect-error a reaction has its emoji
  await thread.act(5, 'react');
  // @ts-expect-error not an action
  await thread.act(5, 'pin');
  const item = thread.at(0);
  // @ts-expect-error there may be no row at that place
  item.message;
  holds<Same<ChatError['code'], 'refused' | 'not-allowed' | 'missing' | 'unavailable'>>();
  const problem: Extract<ComposerProblem['code'], 'empty' | 'too-long'> = 'empty';
  void problem;
  // @ts-expect-error a list is not written from outside
  feature.$list.set({ status: 'idle', chats: [] });
}

export function realtime(made: Realtime): void {
  createRealtime({ url: '/api/ws', protocols: () => null });
  // @ts-expect-error how the hand-shake shows who it is
  createRealtime({ url: '/api/ws' });
  made.on('WebFetchMessage', ({ message }) => message.id.toFixed());
  // @ts-expect-error no frame has this name
  made.on('WebFetchMessages', () => {});
  made.send({ type: 'WebFetchChat' });
  // @ts-expect-error a frame has its fields
  made.send({ type: 'WebMeesageTyping' });
  holds<Same<RealtimeStatus, 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'refused'>>();
}

export async function pages(api: ApiClient, course: CourseState, news: NewsState): Promise<void> {
  const courses = createCourses({ api });
  // @ts-expect-error ids are numbers
  await courses.openCourse('1');
  if (course.status === 'ready') holds<Same<typeof course.course.id, number>>();
  // @ts-expect-error there is no course where it is missing
  if (course.status === 'missing') course.course.id;
  holds<
    Same<
      CourseError['code'],
      'courses-unreachable' | 'courses-refused' | 'courses-unreadable' | 'course-missing' | 'superseded'
    >
  >();
  holds<Same<DownloadError['code'], 'download-failed' | 'download-cancelled'>>();

  // @ts-expect-error without the transport there is nobody to ask
  createNews({});
  await createNews({ api }).load();
  if (news.status === 'failed') holds<Same<typeof news.error, NewsError>>();
  // @ts-expect-error what is ready has no error
  else news.error;
  holds<Same<NewsError['code'], 'news-unreachable' | 'news-refused' | 'news-unreadable'>>();
}

export async function alerts(api: ApiClient, view: AlertViewState): Promise<void> {
  const loaded = await createAlerts({ api }).load();
  if (loaded.ok) holds<Same<typeof loaded.value, readonly Alert[]>>();
  holds<
    Same<AlertsError['code'], 'alerts-unreachable' | 'alerts-refused' | 'alerts-unreadable' | 'superseded'>
  >();
  const alertView = createAlertView({ api });
  await alertView.open(new URLSearchParams('').get('code'));
  // @ts-expect-error a code, or null where the address has none
  await alertView.open();
  if (view.status === 'ready') holds<Same<typeof view.alert, Alert>>();
  // @ts-expect-error only once it is ready
  if (view.status === 'loading') view.alert;
  holds<Same<AlertViewError['code'], 'no-code' | 'none' | 'failed' | 'superseded'>>();
}
