/** For tests of components: what is awaited may take long on a busy machine. The limit says only when to stop waiting in vain. */

import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 20_000 });
