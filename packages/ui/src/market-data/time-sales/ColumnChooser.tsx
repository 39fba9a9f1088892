'use client';

import { Columns3Icon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../../primitives/Button.tsx';
import { lazyPart, useLazyPart } from '../../primitives/lazy-part.ts';
import { useTexts } from '../../primitives/texts.tsx';
import type { ColumnMenuProps } from './ColumnMenu.tsx';

const columnMenu = lazyPart(() => import('./ColumnMenu.tsx'));

/** Loads the menu's code before it is needed. The press repeats a failed load. */
const preload = (): void => {
  columnMenu.load().catch(() => undefined);
};

/** The button of {@link ColumnMenu}, whose code is loaded when the pointer or the focus comes near. */
export function ColumnChooser(props: Omit<ColumnMenuProps, 'trigger'>): ReactNode {
  const text = useTexts();
  const [isWanted, setWanted] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const part = useLazyPart(columnMenu, isWanted, () => {
    setWanted(false);
    setFailed(true);
  });
  const button: ButtonProps = {
    size: 'small',
    icon: <Columns3Icon size={14} aria-hidden="true" />,
    children: text('market.column.choose'),
  };
  if (isWanted && part !== null) return <part.ColumnMenu {...props} trigger={<Button {...button} />} />;
  return (
    <>
      <Button
        {...button}
        busy={isWanted}
        aria-haspopup="menu"
        aria-expanded="false"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setFailed(false);
          setWanted(true);
        }}
      />
      {hasFailed ? <span role="alert">{text('market.column.failed')}</span> : null}
    </>
  );
}
