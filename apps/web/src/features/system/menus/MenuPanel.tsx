import { type ManagedMenu, menuSave } from '@hengneng/contracts';
import { Button, Checkbox, Descriptions, Flex, Form, Input, Switch } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MENUS_CODE, ROLES_CODE } from '../names.ts';
import { moved } from './tree.ts';

interface Values {
  readonly T_MenuName: string;
  readonly hidden: boolean;
  /** Buttons that are on. */
  readonly off: readonly number[];
}

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
    onError: (error) => showErrors(form, error),
  });
  const order = useWrite(menuSave, { said: '已排序', renews: ['menus'] });
  const place = (by: -1 | 1) => {
    const codes = moved(siblings, menu.ShortCode, by);
    return (
      <Button
        disabled={codes === null}
        loading={order.isPending}
        onClick={() => {
          if (codes !== null) order.mutate({ ShortCode: menu.ShortCode, order: [...codes] });
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
          hidden: menu.hidden,
          off: menu.buttons.filter((code) => !menu.off.includes(code)),
        }}
        onFinish={(values) =>
          save.mutate({
            ShortCode: menu.ShortCode,
            T_MenuName: values.T_MenuName,
            hidden: values.hidden,
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
