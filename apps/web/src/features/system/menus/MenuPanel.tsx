import { type ManagedMenu, menuSave } from '@hengneng/contracts';
import { isMenuIcon, MENU_ICON_NAMES, MENU_ICONS, type MenuIcon } from '@hengneng/core';
import { Button, Checkbox, Descriptions, Flex, Form, Input, Select, Switch } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { areaIconName, pictureOf } from '../../../ui/area-icons.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MENUS_CODE, ROLES_CODE } from '../names.ts';
import { moved } from './tree.ts';

interface Values {
  readonly T_MenuName: string;
  readonly icon?: MenuIcon | undefined;
  readonly hidden: boolean;
  /** Buttons that are on. */
  readonly off: readonly number[];
}

const Picture = ({ icon }: { readonly icon: MenuIcon }): ReactElement => (
  <>
    {pictureOf(icon)} {MENU_ICONS[icon]}
  </>
);

/** One entry: what it is called, whether it shows, which of its buttons are on, where it stands. Code and path are the program's. */
export const MenuPanel = ({
  menu,
  siblings,
  buttonName,
}: {
  readonly menu: ManagedMenu;
  readonly siblings: readonly string[];
  readonly buttonName: (code: number, secondSet: boolean) => string;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const edits = can(MENUS_CODE, 'edit');
  const save = useWrite(menuSave, {
    said: '已保存，各人打开下一页时生效',
    renews: ['menus'],
    renewsOnConflict: true,
    onError: (error) => showErrors(form, error),
  });
  // As the fields were filled, whatever has been read since.
  const [seen] = useState(() => ({
    T_MenuName: menu.T_MenuName,
    icon: menu.icon,
    hidden: menu.hidden,
    off: menu.off.join(','),
  }));
  // Only what stands outermost is drawn with a picture.
  const pictured = menu.parent === null && menu.list === 'menuList';
  const order = useWrite(menuSave, { said: '已排序', renews: ['menus'], renewsOnConflict: true });
  const place = (by: -1 | 1) => {
    const codes = moved(siblings, menu.ShortCode, by);
    return (
      <Button
        disabled={codes === null}
        loading={order.isPending}
        onClick={() => {
          if (codes !== null) order.mutate({ ShortCode: menu.ShortCode, order: [...codes], seenOrder: [...siblings] });
        }}
      >
        {by === -1 ? '上移' : '下移'}
      </Button>
    );
  };
  return (
    <Flex vertical gap="middle">
      <header className="panel-head">
        <h2>
          {menu.T_MenuName}
          <small>{menu.ShortCode}</small>
          {menu.hidden ? <Tag>隐藏</Tag> : null}
          {menu.built ? null : <Tag>本版本没有此页</Tag>}
        </h2>
        {edits ? (
          <div className="action-row">
            {place(-1)}
            {place(1)}
          </div>
        ) : null}
      </header>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'path', label: '路径', children: menu.path },
          { key: 'program', label: '程序名称', children: menu.programName },
          { key: 'list', label: '归属', children: menu.list === 'menuList' ? '网页菜单' : '功能菜单' },
          { key: 'kind', label: '类别', children: menu.group ? '分组' : '页面' },
          { key: 'alive', label: '保持活动', children: menu.keepAlive ? '是' : '否' },
          { key: 'at', label: '更新时间', children: formatDateTime(menu.updatedAt) },
        ]}
      />
      <Form<Values>
        name="menu-panel"
        form={form}
        layout="vertical"
        disabled={!edits}
        initialValues={{
          T_MenuName: menu.T_MenuName,
          icon: menu.icon ?? undefined,
          hidden: menu.hidden,
          off: menu.buttons.filter((code) => !menu.off.includes(code)),
        }}
        onFinish={(values) =>
          save.mutate({
            ShortCode: menu.ShortCode,
            T_MenuName: values.T_MenuName,
            hidden: values.hidden,
            seen,
            ...(pictured ? { icon: values.icon ?? '' } : {}),
            ...(menu.group ? {} : { off: menu.buttons.filter((code) => !values.off.includes(code)) }),
          })
        }
      >
        <Form.Item
          name="T_MenuName"
          label="名称"
          rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
          extra="同级不能重名"
        >
          <Input maxLength={30} />
        </Form.Item>
        {pictured ? (
          <Form.Item name="icon" label="图标" extra="清空即用程序的图标">
            <Select<MenuIcon>
              allowClear
              className="filter"
              placeholder={<Picture icon={areaIconName(menu.ShortCode)} />}
              showSearch={{
                filterOption: (text, option) =>
                  isMenuIcon(option?.value) && MENU_ICONS[option.value].includes(text.trim()),
              }}
              options={MENU_ICON_NAMES.map((icon) => ({ value: icon, label: <Picture icon={icon} /> }))}
            />
          </Form.Item>
        ) : null}
        <Form.Item name="hidden" label="隐藏" valuePropName="checked" extra="只是不在菜单中显示，有权的人仍可打开">
          <Switch aria-label="隐藏" />
        </Form.Item>
        {menu.group ? null : (
          <Form.Item
            name="off"
            label={menu.secondSet ? '启用的按钮（第二套）' : '启用的按钮'}
            extra="去掉的按钮，授过权的角色也不能用；恢复后照原授权"
          >
            <Checkbox.Group
              options={menu.buttons.map((code) => ({ value: code, label: buttonName(code, menu.secondSet) }))}
            />
          </Form.Item>
        )}
        {edits ? (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存
          </Button>
        ) : null}
      </Form>
      {menu.group ? null : (
        <section>
          <h3>使用该菜单的角色（{menu.roles.length}）</h3>
          <p>{menu.roles.length === 0 ? '没有角色有此菜单' : menu.roles.join('、')}</p>
          {canOpen(ROLES_CODE) ? <Link to="/system/roles">去角色权限</Link> : null}
        </section>
      )}
    </Flex>
  );
};
