/** Organisation, people and permission, as the other parts of the server see them. */
export { handlerSource } from './directory.ts';
export { type MenuLists, menusOf } from './menu-source.ts';
export { bumpRole, bumpUsers, type Loaded, loadPermissions } from './permissions.ts';
export { pinyinOf } from './pinyin.ts';
export { type PrepareOptions, prepareIdentity } from './prepare.ts';
export { deptReferences, likeText, userReferences } from './references.ts';
