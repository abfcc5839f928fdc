import { walkScreens } from '../../walk.ts';

walkScreens('reading');
