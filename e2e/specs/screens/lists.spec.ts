import { walkScreens } from '../../walk.ts';

walkScreens('lists');
