import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined';
import type { MenuProps } from 'antd';
import { type ReactElement, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { updateTabs, useTabs } from '../tabs/store.ts';
import { change, closable, HOME, type OpenTab, titleOf } from '../tabs/tabs.ts';
import { useCloseTabs } from '../tabs/useCloseTabs.ts';
import { useLeaveUnsaved } from '../tabs/useLeaveUnsaved.ts';

const COMMANDS = ['this', 'others', 'right', 'all'] as const;
type Command = (typeof COMMANDS)[number];
const isCommand = (key: string): key is Command => COMMANDS.some((command) => command === key);

/** Commands of one tab, for the right-click menu. */
const useTabMenu = () => {
  const tabs = useTabs();
  const closeTabs = useCloseTabs();
  const mayLeave = useLeaveUnsaved();
  const refresh = async (tab: OpenTab) => {
    if (!(await mayLeave([tab]))) return;
    updateTabs((state) => change(state, tab.id, { generation: tab.generation + 1, dirty: false }));
  };
  return (tab: OpenTab): MenuProps => ({
    items: [
      { key: 'refresh', label: '刷新' },
      { key: 'pin', label: tab.pinned ? '取消固定' : '固定', disabled: tab.pathname === HOME },
      { type: 'divider' },
      { key: 'this', label: '关闭', disabled: closable(tabs, 'this', tab.id).length === 0 },
      { key: 'others', label: '关闭其他', disabled: closable(tabs, 'others', tab.id).length === 0 },
      { key: 'right', label: '关闭右侧', disabled: closable(tabs, 'right', tab.id).length === 0 },
      { key: 'all', label: '关闭全部', disabled: closable(tabs, 'all', tab.id).length === 0 },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      if (key === 'refresh') {
        void refresh(tab);
      } else if (key === 'pin') {
        updateTabs((state) => change(state, tab.id, { pinned: !tab.pinned }));
      } else if (isCommand(key)) {
        void closeTabs(closable(tabs, key, tab.id).map((one) => one.id));
      }
    },
  });
};

/** The open pages. A middle click closes, a right click (or the menu key, or on a phone a button) offers the rest. */
export const TabStrip = ({ onShown }: { readonly onShown?: () => void }): ReactElement => {
  const { tabs, activeId } = useTabs();
  const navigate = useNavigate();
  const closeTabs = useCloseTabs();
  const menuOf = useTabMenu();
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!activeId) return;
    // With the next frame, which lays out the page anyway: now it would be laid out once more.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [activeId]);

  // A tab that is closed takes the focus of its cross along.
  const closing = useRef(false);
  useEffect(() => {
    if (!closing.current || activeId === null) return;
    closing.current = false;
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[data-active="true"] .tab-title')?.focus();
  });

  return (
    <nav className="tab-strip" aria-label="打开的页面">
      <ul ref={list}>
        {tabs.map((tab) => {
          const active = tab.id === activeId;
          const title = titleOf(tab);
          return (
            <ActionMenu key={tab.id} menu={menuOf(tab)} trigger={['contextMenu']}>
              <li className={active ? 'tab tab-active' : 'tab'} data-active={active}>
                <button
                  type="button"
                  className="tab-title"
                  aria-current={active ? 'page' : undefined}
                  title={title}
                  onClick={() => {
                    void navigate(tab.pathname + tab.search);
                    onShown?.();
                  }}
                  onAuxClick={(event) => {
                    if (event.button === 1 && tab.pathname !== HOME) void closeTabs([tab.id]);
                  }}
                >
                  {tab.pinned ? <PushpinOutlined aria-hidden /> : null}
                  {tab.dirty ? <span className="tab-dirty" role="img" aria-label="有未保存的内容" /> : null}
                  <span className="tab-text">{title}</span>
                </button>
                {/* A finger has no right button. */}
                {onShown === undefined ? null : (
                  <ActionMenu menu={menuOf(tab)}>
                    <button type="button" className="tab-close" aria-label="更多操作">
                      <MoreOutlined aria-hidden />
                    </button>
                  </ActionMenu>
                )}
                {tab.pathname === HOME || tab.pinned ? null : (
                  <button
                    type="button"
                    className="tab-close"
                    aria-label={`关闭 ${title}`}
                    onClick={() => {
                      closing.current = true;
                      void closeTabs([tab.id]);
                    }}
                  >
                    <CloseOutlined aria-hidden />
                  </button>
                )}
              </li>
            </ActionMenu>
          );
        })}
      </ul>
    </nav>
  );
};
