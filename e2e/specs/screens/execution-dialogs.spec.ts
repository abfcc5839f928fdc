import { walkScreens } from '../../walk.ts';

walkScreens('execution-dialogs');
