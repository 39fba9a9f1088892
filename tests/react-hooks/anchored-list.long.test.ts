// @vitest-environment jsdom
// The properties of the anchored list, on thousands of cases (support/law-cases.ts).
import './anchored-list.test.tsx';
