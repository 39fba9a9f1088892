'use client';

import { useStore } from '@nanostores/react';
import type { Theme, ThemeName } from '@openbell/core/theme';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useTheme}. */
export interface ThemeBinding extends Pick<Theme, 'choose' | 'toggle'> {
  readonly theme: ThemeName;
}

/** Returns the theme, light or dark, and functions that change it. */
export function useTheme(instance?: Theme): ThemeBinding {
  const feature = useFeature(instance, (openbell) => openbell.theme);
  return { theme: useStore(feature.$theme), choose: feature.choose, toggle: feature.toggle };
}
