import { walkScreens } from '../../walk.ts';

walkScreens('executions');
