import { createChatFeatures } from '@openbell/core/chat-features';
import type { MemberBase } from '@openbell/core/member-base';
import type { Site } from '@openbell/core/site-features';
import type { ReactNode } from 'react';
import { MemberPart } from './members-context.tsx';

/** Provides the chats. */
export function ChatPart({ children }: { readonly children: ReactNode }) {
  return (
    <MemberPart name="chats" create={createChats}>
      {children}
    </MemberPart>
  );
}

function createChats(site: Site, { base }: { readonly base?: MemberBase }) {
  return base === undefined ? undefined : createChatFeatures(site, base);
}
