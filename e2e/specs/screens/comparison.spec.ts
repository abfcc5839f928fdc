import { walkScreens } from '../../walk.ts';

walkScreens('comparison');
