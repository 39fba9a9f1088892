'use client';

import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../primitives/IconButton.tsx';
import { useTexts } from '../primitives/texts.tsx';

export interface ThemeToggleProps {
  theme: 'light' | 'dark';
  onThemeChange: (theme: 'light' | 'dark') => void;
}

/** Switches the theme. Its label names the result: 'Dark mode' in the light theme, 'Light mode' in the dark one. */
export function ThemeToggle({ theme, onThemeChange }: ThemeToggleProps): ReactNode {
  const text = useTexts();
  const next = theme === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      label={text(next === 'dark' ? 'shell.darkMode' : 'shell.lightMode')}
      onClick={() => onThemeChange(next)}
      data-part="theme-toggle"
    >
      {next === 'dark' ? <Moon size={18} aria-hidden="true" /> : <Sun size={18} aria-hidden="true" />}
    </IconButton>
  );
}
