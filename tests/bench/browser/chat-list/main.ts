// One contender's page: `?contender=<name>`, driven by ../../chat-list.ts.
import { found, type ListContender } from './contender.ts';
import { firstId, messageOf, messagesFrom } from './data.ts';

declare global {
  interface Window {
    readonly chatList: ChatListBench;
  }
}

/** The times of a frame, or the milliseconds since the previous one. */
export interface FrameTimes {
  /** Start of the frame. Work that takes too long delays the next start. */
  readonly started: number;
  /** End of the main thread's work. The interval is also longer when a frame in time had more work than the previous. */
  readonly painted: number;
}

/** The stability of the list over 60 frames after older messages were prepended. */
export interface PrependRun {
  /** The largest distance of a row from its expected position, in pixels. */
  readonly px: number;
  /** Frames in which a row moved by more than 1 px without a scroll. */
  readonly bad: number;
}

export interface ChatListBench {
  prepare(count: number): Promise<void>;
  /** Opens the list. Returns the milliseconds and frames until the last message is at its final position. */
  open(): Promise<{ readonly ms: number; readonly frames: number }>;
  /** Opens the list, scrolls it to its end and waits until it is idle. */
  show(): Promise<void>;
  /** Scrolls up by `step` px per frame. Returns the times of each frame. */
  scroll(frames: number, step: number): Promise<FrameTimes[]>;
  /** Scrolls up and returns the number of frames in which the list was partly blank. */
  countBlank(frames: number, step: number): Promise<number>;
  /** Appends messages one by one, `pauseMs` apart. */
  append(count: number, pauseMs: number): Promise<void>;
  prependAtRest(): Promise<PrependRun>;
  prependAtTop(): Promise<PrependRun>;
  /** Prepends while the list scrolls by 20 px per frame. With `hasPictures`, images above the view load meanwhile. */
  prependScrolling(hasPictures: boolean): Promise<PrependRun>;
  /** Waits until the list is idle. */
  rest(): Promise<void>;
}

const contenders: Readonly<Record<string, () => Promise<{ contender: ListContender }>>> = {
  ours: () => import('./ours.tsx'),
  tanstack: () => import('./tanstack.tsx'),
  virtuoso: () => import('./virtuoso.tsx'),
  stream: () => import('./stream.tsx'),
  chatscope: () => import('./chatscope.tsx'),
  floor: () => import('./floor.ts'),
};

const load = contenders[new URLSearchParams(location.search).get('contender') ?? ''];
if (load === undefined) throw new Error('Unknown contender');
const { contender } = await load();
const host = found(document.body, '#host');
const box = host.getBoundingClientRect();
const pageSize = 50;
const pollFrames = 60;
let oldest = firstId;
let newest = firstId;

/** Resolves after the next frame is painted, with its start and end. */
function nextFrame(): Promise<FrameTimes> {
  return new Promise((done) => {
    requestAnimationFrame((started) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done({ started, painted: performance.now() });
      port2.postMessage(null);
    });
  });
}

/** Resolves after the next frame is painted, with its end. */
const painted = async (): Promise<number> => (await nextFrame()).painted;

async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await painted();
}

const scroller = (): HTMLElement => found(host, contender.scroller);

/** The text node of a message; null when it is not rendered. */
function nodeOf(id: number): Text | null {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  const start = `#${id} `;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.nodeValue?.startsWith(start)) return node as Text;
  return null;
}

function rectOf(node: Text): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** The top of a message's text; null when it is not rendered. */
function topOf(id: number): number | null {
  const node = nodeOf(id);
  return node === null ? null : rectOf(node).top;
}

/** The message closest to a vertical position, and its top. */
function messageNear(y: number): { readonly id: number; readonly top: number } {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  let best = { id: -1, top: Number.POSITIVE_INFINITY };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const id = /^#(\d+) /.exec(node.nodeValue ?? '')?.[1];
    if (id === undefined) continue;
    const { top } = rectOf(node as Text);
    if (Math.abs(top - y) < Math.abs(best.top - y)) best = { id: Number(id), top };
  }
  if (best.id < 0) throw new Error('No message is rendered');
  return best;
}

/** Whether at least three of eight sampled positions have no row: a visible gap. */
function isBlank(): boolean {
  let gaps = 0;
  for (let i = 0; i < 8; i += 1) {
    const y = box.top + (box.height * (i + 0.5)) / 8;
    const under = document.elementFromPoint(box.left + box.width / 2, y);
    if (!under?.closest(contender.row)) gaps += 1;
  }
  return gaps >= 3;
}

async function scrollUp(count: number, step: number, onFrame: (at: FrameTimes) => void): Promise<void> {
  const element = scroller();
  const from = element.scrollTop;
  for (let i = 0; i < count; i += 1) {
    element.scrollTop -= step;
    onFrame(await nextFrame());
  }
  if (from - element.scrollTop < count * step * 0.5) throw new Error('The list did not scroll');
}

function older(hasPictures: boolean): void {
  oldest -= pageSize;
  contender.prepend(messagesFrom(oldest, pageSize, hasPictures));
}

async function goTo(place: 'top' | 'middle'): Promise<void> {
  const element = scroller();
  for (let turn = 0; turn < 40; turn += 1) {
    const before = element.scrollTop;
    // Like a wheel, without the API of the list.
    element.scrollTop = place === 'top' ? -element.scrollHeight : before - 100;
    await frames(2);
    if (place === 'top' && Math.abs(element.scrollTop - before) < 1) break;
  }
  await frames(20);
}

/** Tracks a row that must not move. */
async function watchStill(): Promise<PrependRun> {
  const { id, top } = messageNear(box.top + box.height / 2);
  older(false);
  let px = 0;
  let bad = 0;
  let last = top;
  for (let i = 0; i < pollFrames; i += 1) {
    await painted();
    const now = topOf(id) ?? Number.POSITIVE_INFINITY;
    px = Math.max(px, Math.abs(now - top));
    if (Math.abs(now - last) > 1) bad += 1;
    last = now;
  }
  return { px, bad };
}

const bench: ChatListBench = {
  async prepare(count) {
    newest = firstId + count - 1;
    await contender.prepare(messagesFrom(firstId, count));
    await frames(30);
  },

  async open() {
    await painted();
    const start = performance.now();
    contender.mount(host);
    let right = { ms: 0, frames: 0, top: Number.NaN };
    for (let frame = 1, calm = 0; calm < 20; frame += 1) {
      const at = await painted();
      const node = nodeOf(newest);
      const rect = node === null ? null : rectOf(node);
      const isThere = rect !== null && rect.bottom <= box.bottom + 1 && rect.top >= box.top;
      if (isThere && Math.abs(rect.top - right.top) <= 0.5) calm += 1;
      else {
        calm = 0;
        right = { ms: at - start, frames: frame, top: isThere ? rect.top : Number.NaN };
      }
      if (frame > 600) throw new Error('The last message was not rendered');
    }
    return right;
  },

  async show() {
    contender.mount(host);
    await frames(60);
    // Repeated, because an unmeasured list grows while it scrolls.
    for (let turn = 0; turn < 6; turn += 1) {
      scroller().scrollTop = scroller().scrollHeight;
      await frames(10);
    }
  },

  async scroll(count, step) {
    const times: FrameTimes[] = [];
    let last = await nextFrame();
    const onFrame = (at: FrameTimes): void => {
      times.push({ started: at.started - last.started, painted: at.painted - last.painted });
      last = at;
    };
    await scrollUp(count, step, onFrame);
    // The cost of the last step delays the start of the next frame.
    onFrame(await nextFrame());
    return times.slice(1).map(({ started }, index) => ({ started, painted: times[index]?.painted ?? 0 }));
  },

  async countBlank(count, step) {
    let blank = 0;
    await scrollUp(count, step, () => {
      if (isBlank()) blank += 1;
    });
    return blank;
  },

  async append(count, pauseMs) {
    for (let i = 0; i < count; i += 1) {
      newest += 1;
      contender.append(messageOf(newest));
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    const node = nodeOf(newest);
    if (node === null || rectOf(node).bottom > box.bottom + 1)
      throw new Error('The last message is not visible');
  },

  async prependAtRest() {
    await goTo('middle');
    return watchStill();
  },

  async prependAtTop() {
    await goTo('top');
    return watchStill();
  },

  async prependScrolling(hasPictures) {
    await goTo('top');
    // Leaves room to scroll.
    scroller().scrollTop += 300;
    await frames(20);
    const step = 20;
    let px = 0;
    let bad = 0;
    let sum = 0;
    for (let i = 0; i < pollFrames; i += 1) {
      const before = messageNear(box.top + box.height / 2);
      scroller().scrollTop -= step;
      // Prepends between two steps, after the scroll event of the frame.
      if (i === 5) requestAnimationFrame(() => older(hasPictures));
      await painted();
      const now = topOf(before.id);
      // A row that is no longer rendered counts as moved by the height of the list.
      const error = now === null ? box.height : now - before.top - step;
      sum += error;
      px = Math.max(px, Math.abs(error), Math.abs(sum));
      if (Math.abs(error) > 1) bad += 1;
    }
    return { px, bad };
  },

  rest: () => frames(30),
};
Object.assign(window, { chatList: bench });
