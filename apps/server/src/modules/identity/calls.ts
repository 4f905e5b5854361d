import {
  deptDetail,
  deptExport,
  deptIndex,
  deptMove,
  deptSave,
  menuEnumIndex,
  menuExport,
  menuIndex,
  menuMine,
  menuSave,
  menuSync,
  roleDelete,
  roleDetail,
  roleExport,
  roleIndex,
  roleNameIndex,
  rolePreview,
  rolePreviewRows,
  roleSave,
  roleSaveGrants,
  rolePosts,
  roleSaveMembers,
  roleSavePosts,
  roleUsers,
  userEditAvatars,
  userEffective,
  userExport,
  userImport,
  userImportErrors,
  userImportTemplate,
  userIndex,
  userIndexChildren,
  userInfo,
  userKick,
  userResetPassword,
  userRoles,
  userSave,
  userSaveProjects,
  userSaveRoles,
  userSetState,
} from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import { forbidden } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { moveDept } from './dept-move.ts';
import { listDepts, readDept, saveDept } from './depts.ts';
import { exportDepts, exportRoles, exportUsers } from './exports.ts';
import { effectiveOf } from './effective.ts';
import { DEPTS_SCREEN, holds, MENUS_SCREEN, ROLES_SCREEN, USERS } from './guard.ts';
import { exportMenus, listMenus, myMenus, saveMenu, syncMenus } from './menu-admin.ts';
import { enumMenus } from './menu-enum.ts';
import { postsOf, savePosts } from './role-posts.ts';
import { saveGrants } from './role-grants.ts';
import { deleteRole, listRoles, membersOf, readRole, roleNames, rolesOf, saveMembers, saveRole } from './roles.ts';
import { previewRole } from './role-preview.ts';
import { previewRows } from './role-preview-rows.ts';
import { importErrors, importTemplate, importUsers } from './user-import.ts';
import { listDeptPeople, listUsers, readUser } from './user-list.ts';
import { saveUserRoles } from './user-roles.ts';
import { editAvatar, kick, resetPassword, saveProjects, saveUser, setState } from './user-write.ts';

/** Registers the calls about people, departments, roles and menus. `signedIn` ones decide inside by what is asked. */
export const registerIdentity = (registry: CallRegistry, engine: Pick<Engine, 'listAs'>): void => {
  registerUsers(registry);
  registerRoles(registry, engine);
  registerMenus(registry);
  registerDepts(registry);
};

const registerUsers = (registry: CallRegistry): void => {
  const edit = { access: { screen: USERS, button: 'edit' } } as const;
  registry.handle(userIndex, { access: 'signedIn' }, (ctx, input) => listUsers(ctx, input));
  registry.handle(userIndexChildren, { access: 'signedIn' }, (ctx, input) => listDeptPeople(ctx, input));
  registry.handle(userInfo, { access: 'signedIn' }, (ctx, input) => readUser(ctx, input));
  registry.handle(userEffective, { access: { screen: USERS, button: 'search' } }, (ctx, input) =>
    effectiveOf(ctx, input.userId),
  );
  registry.handle(userSave, { access: 'signedIn' }, (ctx, input) => saveUser(ctx, input));
  registry.handle(userSetState, edit, (ctx, input) => setState(ctx, input));
  registry.handle(userResetPassword, edit, (ctx, input) => resetPassword(ctx, input));
  registry.handle(userKick, edit, (ctx, input) => kick(ctx, input));
  registry.handle(userSaveProjects, { access: { screen: USERS, button: 'associatedProject' } }, (ctx, input) =>
    saveProjects(ctx, input),
  );
  registry.handle(userEditAvatars, { access: 'signedIn' }, (ctx, input) => editAvatar(ctx, input));
  registry.stream(userExport, { access: { screen: USERS, button: 'export' } }, (ctx, input) => exportUsers(ctx, input));
  const imports = { access: { screen: USERS, button: 'import' } } as const;
  registry.upload(userImport, imports, (ctx, _input, file) => importUsers(ctx, file));
  registry.stream(userImportTemplate, imports, (ctx) => importTemplate(ctx));
  registry.stream(userImportErrors, imports, (ctx, input) => importErrors(ctx, input));
  registry.handle(roleNameIndex, { access: 'signedIn' }, (ctx) => roleNames(ctx.db));
};

const registerRoles = (registry: CallRegistry, engine: Pick<Engine, 'listAs'>): void => {
  const administers = { access: { screen: [ROLES_SCREEN, USERS], button: 'search' } } as const;
  registry.handle(roleIndex, administers, (ctx, input) => listRoles(ctx.db, input.Keyword));
  registry.handle(roleDetail, administers, (ctx, input) => readRole(ctx.db, input.roleId));
  registry.handle(rolePreview, { access: { screen: ROLES_SCREEN, button: 'search' } }, (ctx, input) =>
    previewRole(ctx.db, input.roleId),
  );
  registry.handle(rolePreviewRows, { access: { screen: ROLES_SCREEN, button: 'search' } }, (ctx, input) =>
    previewRows(ctx, engine, input),
  );
  registry.handle(roleUsers, { access: 'signedIn' }, (ctx, input) => membersOf(ctx.db, input));
  registry.handle(userRoles, { access: 'signedIn' }, async (ctx, input) => {
    const userId = input.userId ?? ctx.session.userId;
    const allowed = userId === ctx.session.userId || [USERS, ROLES_SCREEN].some((s) => holds(ctx.session, s, 'search'));
    if (!allowed) throw forbidden();
    return rolesOf(ctx.db, userId);
  });
  registry.handle(roleSave, { access: 'signedIn' }, (ctx, input) => saveRole(ctx, input));
  registry.handle(roleSaveGrants, { access: { screen: ROLES_SCREEN, button: 'edit' } }, (ctx, input) =>
    saveGrants(ctx, input),
  );
  registry.handle(roleSaveMembers, { access: { screen: ROLES_SCREEN, button: 'associatedUser' } }, (ctx, input) =>
    saveMembers(ctx, input),
  );
  registry.handle(rolePosts, { access: { screen: ROLES_SCREEN, button: 'search' } }, (ctx, input) =>
    postsOf(ctx.db, input.roleId),
  );
  registry.handle(roleSavePosts, { access: { screen: ROLES_SCREEN, button: 'associatedUser' } }, (ctx, input) =>
    savePosts(ctx, input),
  );
  registry.handle(roleDelete, { access: { screen: ROLES_SCREEN, button: 'delete' } }, (ctx, input) =>
    deleteRole(ctx, input.roleId),
  );
  registry.handle(userSaveRoles, { access: { screen: USERS, button: 'edit' } }, (ctx, input) =>
    saveUserRoles(ctx, input),
  );
  registry.stream(roleExport, { access: { screen: ROLES_SCREEN, button: 'export' } }, (ctx) => exportRoles(ctx));
  registry.handle(menuEnumIndex, { access: 'signedIn' }, (ctx, input) => enumMenus(ctx, input.roleId));
};

const registerMenus = (registry: CallRegistry): void => {
  const on = (button: 'search' | 'edit' | 'export') => ({ access: { screen: MENUS_SCREEN, button } }) as const;
  registry.handle(menuIndex, on('search'), (ctx) => listMenus(ctx));
  registry.handle(menuSave, on('edit'), (ctx, input) => saveMenu(ctx, input));
  registry.handle(menuSync, on('edit'), (ctx) => syncMenus(ctx));
  registry.stream(menuExport, on('export'), (ctx) => exportMenus(ctx));
  registry.handle(menuMine, { access: 'signedIn' }, (ctx, input) => myMenus(ctx, input));
};

const registerDepts = (registry: CallRegistry): void => {
  registry.handle(deptIndex, { access: 'signedIn' }, (ctx, input) => listDepts(ctx.db, input));
  registry.handle(deptDetail, { access: { screen: DEPTS_SCREEN, button: 'search' } }, (ctx, input) =>
    readDept(ctx.db, input.T_OutSideDeptId),
  );
  registry.handle(deptSave, { access: 'signedIn' }, (ctx, input) => saveDept(ctx, input));
  registry.handle(deptMove, { access: { screen: DEPTS_SCREEN, button: 'edit' } }, (ctx, input) => moveDept(ctx, input));
  registry.stream(deptExport, { access: { screen: DEPTS_SCREEN, button: 'export' } }, (ctx, input) =>
    exportDepts(ctx, input),
  );
};
