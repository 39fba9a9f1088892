// Events that arrive while a request is pending are newer than its response, and must survive it.
import type { Message, MessagePatch } from '../../contract/index.ts';
import { type Moderation, moderated } from '../message/moderation.ts';
import { joinPatches, mergeMessage, patchedMessage } from './merge.ts';
import type { RequestEpoch } from './types.ts';

export interface LateUpdates {
  /** Whether a request is pending. */
  isPending(): boolean;
  begin(): RequestEpoch;
  end(): void;
  now(): RequestEpoch;
  /** An event with a whole message. */
  noteEvent(id: number): void;
  /** An event about a message that is not loaded; a page may still contain an older version of it. */
  noteUnloaded(message: Message): void;
  /** Changed parts of a message; its other parts may still be newer in a response. */
  notePatch(patch: MessagePatch): void;
  noteModeration(userId: number, moderation: Moderation): void;
  /** The messages of a response: an earlier request may be answered later. */
  noteResponse(messages: readonly Message[], epoch: RequestEpoch): void;
  /** Whether something newer than a request is known about a message. */
  isStale(id: number, epoch: RequestEpoch): boolean;
  /** A message of a response, with moderation that was decided after its request. */
  moderate(message: Message, epoch: RequestEpoch): Message;
  /** A message of a response, with events that arrived before it was loaded, and later patches. */
  update(message: Message, epoch: RequestEpoch): Message;
}

export function createLateUpdates(): LateUpdates {
  let pending = 0;
  let time = 0;
  /** The time of the latest event or response about each message. */
  const times = new Map<number, number>();
  const unloaded = new Map<number, Message>();
  const patches = new Map<number, { readonly at: number; readonly patch: MessagePatch }>();
  let moderations: readonly [at: number, userId: number, moderation: Moderation][] = [];

  const isStale = (id: number, epoch: RequestEpoch): boolean => (times.get(id) ?? -1) > epoch;

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
      patches.clear();
      moderations = [];
    },
    now: () => time,
    noteEvent(id) {
      if (pending === 0) return;
      time += 1;
      times.set(id, time);
      patches.delete(id);
    },
    noteUnloaded(message) {
      if (pending > 0) unloaded.set(message.id, message);
    },
    notePatch(patch) {
      if (pending === 0) return;
      time += 1;
      patches.set(patch.id, { at: time, patch: joinPatches(patches.get(patch.id)?.patch, patch) });
    },
    noteModeration(userId, moderation) {
      if (pending === 0) return;
      time += 1;
      moderations = [...moderations, [time, userId, moderation]];
    },
    noteResponse(messages, epoch) {
      if (pending > 1) for (const { id } of messages) times.set(id, Math.max(times.get(id) ?? epoch, epoch));
    },
    isStale,
    moderate(message, epoch) {
      let next = message;
      for (const [at, userId, { is_mute, is_block }] of moderations) {
        // An unblock brings no text: the message is read again for it.
        const known = is_block === false ? { is_mute } : { is_mute, is_block };
        if (at > epoch) next = moderated(next, userId, known);
      }
      return next;
    },
    update(message, epoch) {
      const newer = isStale(message.id, epoch) ? unloaded.get(message.id) : undefined;
      const updated = newer === undefined ? message : mergeMessage(message, newer, false);
      const late = patches.get(message.id);
      return late === undefined || late.at <= epoch ? updated : patchedMessage(updated, late.patch);
    },
  };
}
