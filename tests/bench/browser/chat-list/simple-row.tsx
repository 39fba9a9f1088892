// A row like in the guides of the libraries: a bubble with name, text and time. Cheap rows make the cost of the lists
// visible.
import './simple-row.css';
import type { Message } from '@openbell/core/contract';
import { memo, type ReactNode } from 'react';
import { viewer } from './data.ts';

export interface SimpleRowProps {
  readonly message: Message;
}

export const SimpleRow: (props: SimpleRowProps) => ReactNode = memo(function SimpleRow({
  message,
}: SimpleRowProps): ReactNode {
  return (
    <div className={message.sender.id === viewer.id ? 'row own' : 'row'}>
      <div className="bubble">
        <div className="name">{message.sender.first_name}</div>
        {message.media.map(({ file }) => (
          <img key={file} src={file} alt="" />
        ))}
        <div className="text">{message.message}</div>
        <div className="time">{message.created_at?.slice(11, 16)}</div>
      </div>
    </div>
  );
});
