import { allowedActions, linksOf, tickOf, visibilityOf } from '@openbell/core/chat';
import { describe, expect, it } from 'vitest';
import { me, message } from '../support.ts';

describe('visibility, ticks and actions', () => {
  it('derives the visibility of a message for the viewer [chat.visibility]', () => {
    expect(visibilityOf(message(1), me.id)).toBe('normal');
    expect(visibilityOf(message(1, { deleted_list: [me.id] }), me.id)).toBe('deleted');
    expect(visibilityOf(message(1, { delete_from_everyone: true, is_block: true }), me.id)).toBe('unsent');
    expect(visibilityOf(message(1, { is_block: true }), me.id)).toBe('blocked');
  });

  it('returns the allowed actions for each message [chat.actions-of] [chat.action-toggles]', () => {
    expect(allowedActions(message(1, { sender: me }), me.id)).toEqual(['reply', 'copy', 'delete', 'unsend']);
    expect(allowedActions(message(1, { is_mute: true }), me.id)).toEqual([
      'reply',
      'copy',
      'delete',
      'react',
      'unmute',
      'block',
      'report',
    ]);
    expect(allowedActions(message(1, { is_block: true }), me.id)).toEqual(['delete', 'unblock']);
    expect(allowedActions(message(1, { message_type: 'ACT' }), me.id)).toEqual(['delete']);
    expect(allowedActions(message(1, { delete_from_everyone: true }), me.id)).toEqual(['delete']);
  });

  it('offers to copy the links of a message, without duplicates [chat.copy-link]', () => {
    const text = 'see https://a.example/x, www.b.example and https://a.example/x again';
    expect(allowedActions(message(1, { message: text }), me.id)).toContain('copyLink');
    expect(allowedActions(message(1, { message: 'no address' }), me.id)).not.toContain('copyLink');
    expect(linksOf(text)).toEqual(['https://a.example/x', 'https://www.b.example']);
  });

  it('ticks: sent, delivered to all, seen by all [chat.ticks]', () => {
    expect(tickOf(message(1))).toBe('sent');
    expect(tickOf(message(1, { delivered_to_all: true }))).toBe('delivered');
    expect(tickOf(message(1, { seen_by_all: true }))).toBe('seen');
  });
});
