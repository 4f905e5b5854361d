/** Organisation, people and permission, as the other parts of the server see them. */
export { handlerSource } from './directory.ts';
export { type MenuLists, menusOf } from './menu-source.ts';
export { bumpRole, bumpUsers, type Loaded, loadPermissions, sessionOf } from './permissions.ts';
export { pinyinOf } from './pinyin.ts';
export { type PrepareOptions, prepareIdentity } from './prepare.ts';
export { likeText, type Page, pageOf } from './paging.ts';
export { deptReferences, userReferences } from './references.ts';
export { trail, type TrailEntry } from './trail.ts';
export { holds, manageable, need, USERS } from './guard.ts';
export { menuTrees } from './menu-source.ts';
export { applyDueMoves } from './dept-move.ts';
export { registerIdentity } from './calls.ts';
export { registerHandOver } from './hand-over.ts';
export { projectPeople } from './user-list.ts';
export { type Table, workbook } from './workbook.ts';
export { openableMenus } from './menus.ts';
