// Unmounts what a test has rendered: the tests of a worker share one document.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
