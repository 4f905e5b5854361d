import type { menuEnumIndex, OutputOf } from '@hengneng/contracts';
import { Checkbox, Grid, Input, Table } from 'antd';
import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { codesOf, filterLines, type Grants, linesOf, type MenuLine, setButton, setMenu, setRow } from './grants.ts';

type Options = OutputOf<typeof menuEnumIndex>;

/** A column of boxes: thirteen of them and the menus fit beside the list of roles, headings of four letters in two lines. */
const CELL = 44;

/** Menus down, buttons across; a box that makes no sense is not there. Headings follow what is below them. */
export const Matrix = ({
  options,
  grants,
  editable,
  onChange,
}: {
  readonly options: Options;
  readonly grants: Grants;
  readonly editable: boolean;
  readonly onChange: (grants: Grants) => void;
}): ReactElement => {
  const wide = Grid.useBreakpoint().md !== false;
  const menuWidth = wide ? 232 : 176;
  const [text, setText] = useState('');
  const [onlyGranted, setOnlyGranted] = useState(false);
  const wanted = useDeferredValue(text);
  const lines = useMemo(() => linesOf(options.menus), [options.menus]);
  const shown = useMemo(() => {
    const found = filterLines(lines, wanted);
    return onlyGranted ? found.filter(({ menu }) => !menu.group && grants.has(menu.ShortCode)) : found;
  }, [lines, wanted, onlyGranted, grants]);
  const buttonName = (line: MenuLine, code: number, fallback: string) =>
    line.menu.secondSet ? (options.projectButtons.find((one) => one.code === code)?.name ?? fallback) : fallback;
  return (
    <>
      <div className="filter-bar">
        <Input
          allowClear
          className="filter-wide"
          placeholder="搜索菜单"
          aria-label="搜索菜单名称"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Checkbox checked={onlyGranted} onChange={(event) => setOnlyGranted(event.target.checked)}>
          只看已授权
        </Checkbox>
      </div>
      <Table<MenuLine>
        size="small"
        className="matrix"
        rowKey={(line) => line.menu.ShortCode}
        dataSource={[...shown]}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        tableLayout="fixed"
        scroll={{ x: menuWidth + CELL * (options.buttons.length + 1) }}
        columns={[
          {
            title: '菜单',
            key: 'menu',
            // On a phone the fixed column would leave no room for the others.
            ...(wide ? { fixed: 'start' as const } : {}),
            width: menuWidth,
            ellipsis: true,
            render: (_, line) => {
              const { menu, depth } = line;
              if (menu.group) {
                return (
                  <strong className="matrix-group" style={{ paddingInlineStart: depth * 18 }}>
                    {menu.T_MenuName}
                  </strong>
                );
              }
              return (
                <span style={{ paddingInlineStart: depth * 18 }}>
                  <Checkbox
                    disabled={!editable}
                    checked={grants.has(menu.ShortCode)}
                    onChange={(event) => onChange(setMenu(grants, menu.ShortCode, event.target.checked))}
                  >
                    {menu.T_MenuName}
                  </Checkbox>
                </span>
              );
            },
          },
          {
            title: '整行',
            key: 'row',
            width: CELL,
            align: 'center',
            render: (_, { menu }) => {
              const codes = codesOf(menu);
              if (menu.group || codes.length === 0) return null;
              const held = codes.filter((code) => grants.get(menu.ShortCode)?.has(code)).length;
              return (
                <Checkbox
                  aria-label={`${menu.T_MenuName} 全部按钮`}
                  disabled={!editable}
                  checked={held === codes.length}
                  indeterminate={held > 0 && held < codes.length}
                  onChange={(event) => onChange(setRow(grants, menu, event.target.checked))}
                />
              );
            },
          },
          ...options.buttons.map(({ code, name }) => ({
            title: name,
            key: `button-${code}`,
            width: CELL,
            align: 'center' as const,
            render: (_: unknown, line: MenuLine) =>
              line.menu.group || !codesOf(line.menu).includes(code) ? null : (
                <Checkbox
                  aria-label={`${line.menu.T_MenuName} ${buttonName(line, code, name)}`}
                  disabled={!editable}
                  checked={grants.get(line.menu.ShortCode)?.has(code) ?? false}
                  onChange={(event) => onChange(setButton(grants, line.menu.ShortCode, code, event.target.checked))}
                />
              ),
          })),
        ]}
      />
    </>
  );
};
