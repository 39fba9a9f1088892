// Events that arrive while a request is pending are newer than its answer, and must survive it.
import type { Message } from '../../contract/index.ts';
import { type Moderation, moderated } from '../message/moderation.ts';
import { mergeMessage } from './merge.ts';
import type { ReadTicket } from './types.ts';

export interface LateAnswers {
  /** Whether a request is pending. */
  isPending(): boolean;
  begin(): ReadTicket;
  end(): void;
  now(): ReadTicket;
  /** An event about a message. */
  noteEvent(id: number): void;
  /** An event about a message that is not loaded; a page may still contain an older version of it. */
  noteUnloaded(message: Message): void;
  noteModeration(userId: number, moderation: Moderation): void;
  /** The messages of an answer: an earlier request may be answered later. */
  noteAnswer(messages: readonly Message[], ticket: ReadTicket): void;
  /** Whether something newer than a request is known about a message. */
  isStale(id: number, ticket: ReadTicket): boolean;
  /** A message of an answer, with moderation that was decided after its request. */
  moderate(message: Message, ticket: ReadTicket): Message;
  /** A message of a page, with events that arrived before it was loaded. */
  update(message: Message, ticket: ReadTicket): Message;
}

export function createLateAnswers(): LateAnswers {
  let pending = 0;
  let time = 0;
  /** The time of the latest event or answer about each message. */
  const times = new Map<number, number>();
  const unloaded = new Map<number, Message>();
  let moderations: readonly [at: number, userId: number, moderation: Moderation][] = [];

  const isStale = (id: number, ticket: ReadTicket): boolean => (times.get(id) ?? -1) > ticket;

  return {
    isPending: () => pending > 0,
    begin() {
      pending += 1;
      time += 1;
      return time;
    },
    end() {
      pending = Math.max(0, pending - 1);
      if (pending > 0) return;
      times.clear();
      unloaded.clear();
      moderations = [];
    },
    now: () => time,
    noteEvent(id) {
      if (pending === 0) return;
      time += 1;
      times.set(id, time);
    },
    noteUnloaded(message) {
      if (pending > 0) unloaded.set(message.id, message);
    },
    noteModeration(userId, moderation) {
      if (pending === 0) return;
      time += 1;
      moderations = [...moderations, [time, userId, moderation]];
    },
    noteAnswer(messages, ticket) {
      if (pending > 1)
        for (const { id } of messages) times.set(id, Math.max(times.get(id) ?? ticket, ticket));
    },
    isStale,
    moderate(message, ticket) {
      let next = message;
      for (const [at, userId, { is_mute, is_block }] of moderations) {
        // An unblock brings no text: the message is read again for it.
        const known = is_block === false ? { is_mute } : { is_mute, is_block };
        if (at > ticket) next = moderated(next, userId, known);
      }
      return next;
    },
    update(message, ticket) {
      const newer = unloaded.get(message.id);
      return newer !== undefined && isStale(message.id, ticket)
        ? mergeMessage(message, newer, false)
        : message;
    },
  };
}
