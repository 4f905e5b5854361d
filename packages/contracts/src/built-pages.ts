import { SCREENS } from '@hengneng/core';

/** Pages that are not a form module's and exist in this version. Only these and the screens of defined modules appear in menus. */
export const BUILT_PAGES: readonly string[] = [
  '/main',
  '/system/users',
  '/system/roles',
  '/system/depts',
  '/system/audit',
  '/system/delegations',
  '/system/calendar',
  '/system/workflows',
  '/system/stuck',
  '/formFlow/laborDispatch/monitorEstablish/projectMonitorList',
  '/configurableQuestionnaireList',
  ...SCREENS.flatMap((screen) => (screen.book === undefined ? [] : [screen.path])),
];
