import type { menuEnumIndex, OutputOf } from '@hengneng/contracts';
import { Checkbox, Grid, Input, Pagination, Select, Table } from 'antd';
import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { EmptyHint } from '../../../ui/feedback.tsx';
import {
  codesOf,
  filterLines,
  type Grants,
  groupsOf,
  linesOf,
  linesUnder,
  type MenuLine,
  type MenuRow,
  setButton,
  setMenu,
  setRow,
} from './grants.ts';

type Options = OutputOf<typeof menuEnumIndex>;

interface Props {
  readonly options: Options;
  readonly grants: Grants;
  readonly editable: boolean;
  readonly onChange: (grants: Grants) => void;
}

/** A column of boxes: thirteen of them and the menus fit beside the list of roles, headings of four letters in two lines. */
const CELL = 44;
const MENU = 232;

const buttonName = (options: Options, menu: MenuRow, code: number): string =>
  (menu.secondSet ? options.projectButtons : options.buttons).find((one) => one.code === code)?.name ?? String(code);

const MenuBox = ({ menu, grants, editable, onChange }: Omit<Props, 'options'> & { readonly menu: MenuRow }) => (
  <Checkbox
    disabled={!editable}
    checked={grants.has(menu.ShortCode)}
    onChange={(event) => onChange(setMenu(grants, menu.ShortCode, event.target.checked))}
  >
    {menu.T_MenuName}
  </Checkbox>
);

const ButtonBox = ({
  menu,
  code,
  options,
  grants,
  editable,
  named,
  onChange,
}: Props & {
  readonly menu: MenuRow;
  readonly code: number;
  /** Says its name beside the box. */
  readonly named: boolean;
}) => {
  const name = buttonName(options, menu, code);
  return (
    <Checkbox
      aria-label={`${menu.T_MenuName} ${name}`}
      disabled={!editable}
      checked={grants.get(menu.ShortCode)?.has(code) ?? false}
      onChange={(event) => onChange(setButton(grants, menu.ShortCode, code, event.target.checked))}
    >
      {named ? name : null}
    </Checkbox>
  );
};

const RowBox = ({ menu, grants, editable, onChange }: Omit<Props, 'options'> & { readonly menu: MenuRow }) => {
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
};

const Wide = ({ lines, ...props }: Props & { readonly lines: readonly MenuLine[] }): ReactElement => (
  <Table<MenuLine>
    size="small"
    className="matrix"
    rowKey={(line) => line.menu.ShortCode}
    dataSource={[...lines]}
    pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
    tableLayout="fixed"
    scroll={{ x: MENU + CELL * (props.options.buttons.length + 1) }}
    locale={{ emptyText: <EmptyHint text="没有符合的菜单" /> }}
    columns={[
      {
        title: '菜单',
        key: 'menu',
        fixed: 'start',
        width: MENU,
        render: (_, { menu, depth }) => (
          <div style={{ paddingInlineStart: depth * 18 }}>
            {menu.group ? (
              <strong className="matrix-group">{menu.T_MenuName}</strong>
            ) : (
              <MenuBox menu={menu} {...props} />
            )}
          </div>
        ),
      },
      {
        title: '整行',
        key: 'row',
        width: CELL,
        align: 'center',
        render: (_, { menu }) => <RowBox menu={menu} {...props} />,
      },
      ...props.options.buttons.map(({ code, name }) => ({
        title: name,
        key: `button-${code}`,
        width: CELL,
        align: 'center' as const,
        render: (_: unknown, { menu }: MenuLine) =>
          menu.group || !codesOf(menu).includes(code) ? null : (
            <ButtonBox menu={menu} code={code} named={false} {...props} />
          ),
      })),
    ]}
  />
);

const ON_A_PHONE = 20;

/** On a phone a menu is a line of its own, its buttons by name below it. */
const Narrow = ({ lines, ...props }: Props & { readonly lines: readonly MenuLine[] }): ReactElement => {
  const [page, setPage] = useState(1);
  const last = Math.max(1, Math.ceil(lines.length / ON_A_PHONE));
  const current = Math.min(page, last);
  if (lines.length === 0) return <EmptyHint text="没有符合的菜单" />;
  return (
    <>
      <ul className="matrix-list">
        {lines.slice((current - 1) * ON_A_PHONE, current * ON_A_PHONE).map(({ menu, depth }) => (
          <li key={menu.ShortCode} style={{ paddingInlineStart: depth * 12 }}>
            {menu.group ? (
              <strong className="matrix-group">{menu.T_MenuName}</strong>
            ) : (
              <>
                <MenuBox menu={menu} {...props} />
                <div className="matrix-buttons">
                  {codesOf(menu).map((code) => (
                    <ButtonBox key={code} menu={menu} code={code} named {...props} />
                  ))}
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        simple
        hideOnSinglePage
        current={current}
        pageSize={ON_A_PHONE}
        total={lines.length}
        onChange={setPage}
      />
    </>
  );
};

/** Menus down, buttons across; a box that makes no sense is not there. Headings follow what is below them. */
export const Matrix = (props: Props): ReactElement => {
  const { options, grants } = props;
  const wide = Grid.useBreakpoint().md !== false;
  const [text, setText] = useState('');
  const [group, setGroup] = useState<string | null>(null);
  const [onlyGranted, setOnlyGranted] = useState(false);
  const wanted = useDeferredValue(text);
  const lines = useMemo(() => linesOf(options.menus), [options.menus]);
  const shown = useMemo(() => {
    const found = filterLines(group === null ? lines : linesUnder(lines, group), wanted);
    return onlyGranted ? found.filter(({ menu }) => !menu.group && grants.has(menu.ShortCode)) : found;
  }, [lines, group, wanted, onlyGranted, grants]);
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
        <Select
          allowClear
          className="filter"
          placeholder="菜单组"
          aria-label="菜单组"
          showSearch={{ optionFilterProp: 'label' }}
          value={group}
          onChange={(code: string | undefined) => setGroup(code ?? null)}
          options={groupsOf(lines).map((menu) => ({ value: menu.ShortCode, label: menu.T_MenuName }))}
        />
        <Checkbox checked={onlyGranted} onChange={(event) => setOnlyGranted(event.target.checked)}>
          只看已授权
        </Checkbox>
      </div>
      {wide ? <Wide {...props} lines={shown} /> : <Narrow {...props} lines={shown} />}
    </>
  );
};
