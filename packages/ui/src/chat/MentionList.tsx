'use client';

import type { ChatPerson } from '@openbell/core/contract';
import { useBeforePaint } from '@openbell/react-hooks';
import { type ReactNode, useRef } from 'react';
import { Avatar } from '../primitives/Avatar.tsx';
import { useTexts } from '../primitives/texts.tsx';

/** Props of {@link MentionList}. */
export interface MentionListProps {
  readonly id: string;
  readonly people: readonly ChatPerson[];
  /** Index of the option that Enter selects. */
  readonly chosen: number;
  readonly onChoose: (person: ChatPerson) => void;
}

/** The members that can be mentioned. The text box keeps the focus and moves the selection. */
export function MentionList({ id, people, chosen, onChoose }: MentionListProps): ReactNode {
  const text = useTexts();
  const option = useRef<HTMLDivElement>(null);
  const chosenId = people[chosen]?.id;
  useBeforePaint(() => {
    if (chosenId !== undefined) option.current?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div className="ob-popup ob-mentions" role="listbox" id={id} aria-label={text('chat.mentions')}>
      {people.map((person, index) => (
        <div
          key={person.id}
          ref={index === chosen ? option : undefined}
          id={mentionId(id, person)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="ob-mention"
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          <Avatar name={person.first_name} src={person.dp} size="small" />
          {person.first_name}
        </div>
      ))}
    </div>
  );
}

/** The id of a member's option in the list `listId`. */
export function mentionId(listId: string, person: ChatPerson | undefined): string {
  return `${listId}-${person?.id}`;
}
