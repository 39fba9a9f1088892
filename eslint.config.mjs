// Only the rules of React and its compiler; Biome checks everything else.
import parser from '@typescript-eslint/parser';
import reactHooks from 'eslint-plugin-react-hooks';

export default [
  {
    files: [
      'packages/react-hooks/src/**/*.{ts,tsx}',
      'packages/ui/src/**/*.{ts,tsx}',
      'examples/web/src/**/*.{ts,tsx}',
    ],
    ...reactHooks.configs.flat['recommended-latest'],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
  },
];
