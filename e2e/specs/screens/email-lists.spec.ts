import { walkScreens } from '../../walk.ts';

walkScreens('email-lists');
