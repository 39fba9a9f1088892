// The queries that wait (`findBy…`, `waitFor`) wait 1 s by default, which a busy machine can exceed.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 30_000 });
