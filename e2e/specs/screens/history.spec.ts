import { walkScreens } from '../../walk.ts';

walkScreens('history');
