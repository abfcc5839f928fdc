import { walkScreens } from '../../walk.ts';

walkScreens('designer-panels');
