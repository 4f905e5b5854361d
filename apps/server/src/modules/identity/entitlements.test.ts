import { describe, expect, it } from 'vitest';
import { changesBetween, gained, gathered, lost, type RoleGrants } from './entitlements.ts';

const role = (of: Partial<RoleGrants>): RoleGrants => ({
  menus: new Map(),
  scopes: ['self'],
  exceptions: [],
  classes: new Map(),
  ...of,
});
const between = (before: RoleGrants, after: RoleGrants) => gathered(changesBetween([before], [after]));

describe('the difference between what roles allow', () => {
  it('is told menu by menu, with its buttons', () => {
    const changes = between(
      role({ menus: new Map([['system.audit', [3]]]) }),
      role({ menus: new Map([['system.audit', [3, 5]]]) }),
    );
    expect(changes).toEqual([
      { key: 'system.audit', item: '审计日志', before: ['菜单', '查询'], after: ['菜单', '查询', '导出'] },
    ]);
    expect(changes.flatMap(gained)).toEqual(['审计日志：导出']);
    expect(changes.flatMap(lost)).toEqual([]);
  });

  it('tells seeing from taking along', () => {
    const changes = between(
      role({ classes: new Map([['salary', true]]) }),
      role({ classes: new Map([['salary', false]]) }),
    );
    expect(changes.flatMap(lost)).toEqual(['薪资字段：可导出']);
  });

  it('tells a module’s scope where it no longer goes along with the usual one', () => {
    const narrowed = role({ scopes: ['all'], exceptions: [{ kind: 'module', code: 'payment', scopes: ['self'] }] });
    const changes = between(role({ scopes: ['all'] }), narrowed);
    expect(changes).toMatchObject([{ item: '能源付款的数据范围', before: ['全部'], after: ['本人'] }]);
    // The usual scope follows to where the module already was: only the others change.
    expect(between(narrowed, role({ scopes: ['self'] })).map((change) => change.item)).toEqual(['数据范围']);
  });

  it('takes a group of modules that change alike for one thing', () => {
    const group = role({ exceptions: [{ kind: 'group', code: 'payment', scopes: ['all'] }] });
    expect(between(role({}), group).map((change) => change.item)).toEqual(['付款管理（整组）的数据范围']);
    const but = role({ exceptions: [...group.exceptions, { kind: 'module', code: 'payment', scopes: ['self'] }] });
    const items = between(role({}), but).map((change) => change.item);
    expect(items).toContain('借款的数据范围');
    expect(items).not.toContain('能源付款的数据范围');
  });

  it('counts nothing as lost to whoever sees everything now', () => {
    expect(between(role({ scopes: ['self', 'dept'] }), role({ scopes: ['all'] })).flatMap(lost)).toEqual([]);
  });
});
