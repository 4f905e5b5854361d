import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { Button, Input } from 'antd';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { AppModal } from '../../ui/AppModal.tsx';
import { EmptyHint, KeyHint } from '../../ui/feedback.tsx';
import { leavesOf, type MenuEntry, searchMenu } from '../menu.ts';

const SHOWN = 12;

const Palette = ({
  entries,
  onClose,
}: {
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}): ReactElement => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const found = useMemo(() => searchMenu(leavesOf(entries), text).slice(0, SHOWN), [entries, text]);
  const go = (path: string | undefined) => {
    if (path === undefined) return;
    onClose();
    void navigate(path);
  };
  return (
    <div className="palette">
      <Input
        autoFocus
        size="large"
        prefix={<SearchOutlined />}
        placeholder="输入页面名称，例如：付款 待办"
        role="combobox"
        aria-label="搜索页面"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            const step = event.key === 'ArrowDown' ? 1 : -1;
            setAt((now) => (found.length === 0 ? 0 : (now + step + found.length) % found.length));
          } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            go(found[at]?.path);
          }
        }}
      />
      {found.length === 0 ? <EmptyHint text="没有符合的页面" /> : null}
      <div id="palette-list" role="listbox" aria-label="页面" className="palette-list">
        {found.map((leaf, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as a combobox does.
          <div
            key={leaf.path}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="palette-option"
            onMouseEnter={() => setAt(index)}
            onClick={() => go(leaf.path)}
          >
            <span>{leaf.entry.name}</span>
            <small>{leaf.groups.join(' / ')}</small>
          </div>
        ))}
      </div>
    </div>
  );
};

/** Ctrl+K: any page by a few letters of its name. */
export const CommandPalette = ({ entries }: { readonly entries: readonly MenuEntry[] }): ReactElement => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((now) => !now);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        type="text"
        className="palette-button"
        icon={<SearchOutlined />}
        aria-label="搜索页面"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <span className="wide-only">
          搜索页面 <KeyHint keys="Ctrl K" />
        </span>
      </Button>
      <AppModal open={open} footer={null} closable={false} mask={{ closable: true }} onCancel={() => setOpen(false)}>
        <Palette entries={entries} onClose={() => setOpen(false)} />
      </AppModal>
    </>
  );
};
