import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import { Button, Checkbox } from 'antd';
import { ToolPopover } from '../../ui/ToolPopover.tsx';
import type { ReactElement } from 'react';
import { BLOCKS, type ChangeLayout, type Layout, move, neighbour, show } from './layout.ts';
import { isOpen } from './open.ts';

/** Chooses and orders the blocks; each change is kept at once. */
export const LayoutMenu = ({
  layout,
  usual,
  onChange,
}: {
  readonly layout: Layout;
  /** What the person would see without having arranged anything. */
  readonly usual: Layout;
  readonly onChange: ChangeLayout;
}): ReactElement => (
  <ToolPopover
    placement="bottomRight"
    title="工作台布局"
    content={
      <>
        <ul className="layout-menu">
          {layout.filter(isOpen).map(({ key, shown }) => (
            <li key={key}>
              <Checkbox checked={shown} onChange={(event) => onChange((now) => show(now, key, event.target.checked))}>
                {BLOCKS[key].name}
              </Checkbox>
              <Button
                type="text"
                size="small"
                icon={<UpOutlined />}
                disabled={neighbour(layout, key, -1) === null}
                aria-label={`上移 ${BLOCKS[key].name}`}
                onClick={() => onChange((now) => move(now, key, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<DownOutlined />}
                disabled={neighbour(layout, key, 1) === null}
                aria-label={`下移 ${BLOCKS[key].name}`}
                onClick={() => onChange((now) => move(now, key, 1))}
              />
            </li>
          ))}
        </ul>
        <Button type="link" size="small" onClick={() => onChange(() => usual)}>
          恢复默认
        </Button>
      </>
    }
  >
    <Button icon={<SettingOutlined />}>布局</Button>
  </ToolPopover>
);
