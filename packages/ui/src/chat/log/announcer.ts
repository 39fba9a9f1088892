/** Milliseconds between two announcements: a busy chat must leave a screen reader time for anything else. */
const quietMs = 5_000;

interface AnnouncerParts {
  /** Puts a text in the live region; empty after the pause. */
  readonly say: (announcement: string) => void;
  /** The text for several messages at once. */
  readonly countText: (count: number) => string;
}

/** Limits the announcements of a chat to one in five seconds. */
export interface Announcer {
  /**
   * Announced now, or with the messages that arrive meanwhile once the pause is over. `text` is called then: null for a
   * message that was withdrawn.
   */
  addMessage(text: () => string | null): void;
  /** Announced now, or not at all. */
  addTyping(text: string): void;
  destroy(): void;
}

export function createAnnouncer({ say, countText }: AnnouncerParts): Announcer {
  let waiting: (() => string | null)[] = [];
  let pause: ReturnType<typeof setTimeout> | null = null;

  function announce(text: string): void {
    say(text);
    pause = setTimeout(() => {
      pause = null;
      // A reader that walks through the page must not find an old announcement.
      say('');
      announceMessages();
    }, quietMs);
  }

  function announceMessages(): void {
    if (pause !== null) return;
    const texts = waiting.map((text) => text()).filter((text) => text !== null);
    waiting = [];
    const [only] = texts;
    if (only !== undefined) announce(texts.length > 1 ? countText(texts.length) : only);
  }

  return {
    addMessage(text) {
      waiting.push(text);
      announceMessages();
    },
    addTyping(text) {
      if (pause === null) announce(text);
    },
    destroy() {
      if (pause !== null) clearTimeout(pause);
    },
  };
}
