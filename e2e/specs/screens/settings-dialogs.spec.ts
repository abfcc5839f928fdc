import { walkScreens } from '../../walk.ts';

walkScreens('settings-dialogs');
