// Handlers of news, courses and alerts.
import { fieldError, type Handlers, HttpError, notFound, readId } from './calls.ts';

const pageSize = 10;

export const contentHandlers: Handlers<'newsList' | 'courses' | 'course' | 'alerts' | 'alert'> = {
  newsList: ({ world }) => ({ body: world.news }),

  courses: ({ world }) => ({ body: world.courses }),

  course({ world, params }) {
    const id = readId(params.courseId);
    const course = world.courses.find((one) => one.id === id);
    if (course === undefined) throw notFound();
    return { body: course };
  },

  alerts({ world, query }) {
    const page = query.get('page') ?? '1';
    if (!/^[1-9]\d{0,8}$/.test(page)) throw fieldError('page', 'Must be a page number.');
    const from = (Number(page) - 1) * pageSize;
    return {
      body: {
        data: world.alerts.slice(from, from + pageSize),
        last_page: Math.max(1, Math.ceil(world.alerts.length / pageSize)),
      },
    };
  },

  alert({ world, params }) {
    const alert = world.alertCodes.get(params.code ?? '');
    if (alert === undefined)
      throw new HttpError(404, 'Failed to load alert', { error: 'Failed to load alert' });
    return { body: { alert } };
  },
};
