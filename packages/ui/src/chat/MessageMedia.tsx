'use client';

import { messageForm } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { SafeLink } from '../primitives/SafeLink.tsx';
import { safeHref } from '../primitives/safe-href.ts';
import { useTexts } from '../primitives/texts.tsx';

/** The files of a message. Images and videos keep their space before they load. */
export function MessageMedia({ message }: { readonly message: Message }): ReactNode {
  const text = useTexts();
  const form = messageForm(message);
  if (message.media.length === 0) return null;
  return (
    <div className="ob-message-media">
      {message.media.map((media) => {
        const href = safeHref(media.file);
        if (href === null) return <span key={media.file}>{media.name}</span>;
        if (form === 'image' || form === 'images') {
          return (
            <SafeLink key={media.file} href={href} target="_blank">
              <img
                src={href}
                alt={media.name || text('chat.photo')}
                loading="lazy"
                width={media.width ?? 240}
                height={media.height ?? 180}
              />
            </SafeLink>
          );
        }
        return (
          <SafeLink key={media.file} href={href} target="_blank" className="ob-message-document">
            <FileText size={18} aria-hidden="true" />
            {media.name || text('chat.document')}
          </SafeLink>
        );
      })}
    </div>
  );
}
