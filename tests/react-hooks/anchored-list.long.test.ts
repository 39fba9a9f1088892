// @vitest-environment jsdom
// The laws of the list that counts from its end, on thousands of lists (support/law-cases.ts).
import './anchored-list.test.tsx';
