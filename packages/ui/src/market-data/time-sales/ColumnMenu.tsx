'use client';

import { type ColumnId, columns } from '@openbell/core/time-sales';
import type { ReactElement, ReactNode } from 'react';
import { Menu, MenuCheckboxItem } from '../../primitives/Menu.tsx';
import { useTexts } from '../../primitives/texts.tsx';

export interface ColumnMenuProps {
  trigger: ReactElement;
  hidden: readonly ColumnId[];
  onShow: (column: ColumnId, isShown: boolean) => void;
}

/** A menu of the table's columns, open at first, without the first column, which is always shown. */
export function ColumnMenu({ trigger, hidden, onShow }: ColumnMenuProps): ReactNode {
  const text = useTexts();
  return (
    <Menu trigger={trigger} defaultOpen>
      {columns.slice(1).map(({ id }) => (
        <MenuCheckboxItem
          key={id}
          checked={!hidden.includes(id)}
          onCheckedChange={(isShown) => onShow(id, isShown)}
        >
          {text(`market.column.${id}`)}
        </MenuCheckboxItem>
      ))}
    </Menu>
  );
}
