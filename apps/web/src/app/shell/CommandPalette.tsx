import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { type OutputOf, searchIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Subject } from '../../engine/relations/relations.ts';
import { callApi } from '../../lib/api.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { EmptyHint, KeyHint } from '../../ui/feedback.tsx';
import { laterDialog } from '../../ui/later-dialog.tsx';
import { useTabs } from '../tabs/store.ts';
import { addressOf } from '../tabs/tabs.ts';
import { leavesOf, type MenuEntry, type MenuLeaf, searchMenu } from '../menu.ts';

const RelationDialog = laterDialog(() => import('../../engine/relations/RelationDialog.tsx'));

const SHOWN = 12;

interface Hit {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** A page, or a person's or project's card. */
  readonly opens: string | Subject;
}

type Found = OutputOf<typeof searchIndex>['rows'][number];

const KINDS = { menu: '页面', project: '项目', user: '人员', record: '单据', room: '房间' } as const;

/** People and projects have no page of their own but a card. */
const cardOf = ({ kind, id, title }: Found): Subject | null => {
  if (id === null || kind === 'room') return null;
  return kind === 'project' ? { kind, code: id, name: title } : { kind: 'person', id, name: title };
};

const pageOf = (leaf: MenuLeaf): Hit => ({
  key: leaf.path,
  title: leaf.entry.name,
  note: leaf.groups.join(' / '),
  opens: leaf.path,
});

/** Pages come from the menu at once; projects, people and records from the server, once the typing rests. */
const useHits = (
  entries: readonly MenuEntry[],
  text: string,
): { readonly hits: readonly Hit[]; readonly busy: boolean } => {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text]);
  const search = useQuery({
    queryKey: ['search', rested],
    queryFn: ({ signal }) => callApi(searchIndex, { Keyword: rested }, { signal }),
    enabled: rested !== '',
    staleTime: 30_000,
  });
  const pages = useMemo(
    () =>
      searchMenu(leavesOf(entries), text)
        .slice(0, SHOWN)
        .map((leaf) => pageOf(leaf)),
    [entries, text],
  );
  const answered = rested === text.trim() ? (search.data?.rows ?? []) : [];
  // The server finds pages by pinyin, too; what they are called and where they stand is in the menu.
  const spelled = leavesOf(entries).flatMap((leaf): Hit[] =>
    answered.some((row) => row.kind === 'menu' && row.path === leaf.path) && !pages.some((one) => one.key === leaf.path)
      ? [pageOf(leaf)]
      : [],
  );
  const found = answered.flatMap((row, index): Hit[] => {
    const opens = row.kind === 'menu' ? null : (row.path ?? cardOf(row));
    return opens === null
      ? []
      : [{ key: `${row.kind}-${index}`, title: row.title, note: `${KINDS[row.kind]} · ${row.note}`, opens }];
  });
  return { hits: [...pages, ...spelled, ...found], busy: search.isFetching };
};

const Palette = ({
  entries,
  onClose,
  onCard,
}: {
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
  readonly onCard: (subject: Subject) => void;
}): ReactElement => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const { hits, busy } = useHits(entries, text);
  const go = (opens: Hit['opens'] | undefined) => {
    if (opens === undefined) return;
    onClose();
    if (typeof opens === 'string') {
      void navigate(addressOf(useTabs.getState(), opens));
      // Whoever works by keys goes on in the page that they went to, not where they were.
      setTimeout(() => document.getElementById('content')?.focus());
    } else {
      onCard(opens);
    }
  };
  return (
    <div className="palette">
      <div className="palette-head">
        <Input
          autoFocus
          size="large"
          prefix={<SearchOutlined />}
          placeholder="页面、单据号、项目、房号、姓名"
          role="combobox"
          aria-label="全局搜索"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={hits[at] ? `palette-${at}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              const step = event.key === 'ArrowDown' ? 1 : -1;
              setAt((now) => (hits.length === 0 ? 0 : (now + step + hits.length) % hits.length));
            } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              go(hits[at]?.opens);
            }
          }}
        />
        {/* Where there is no key to leave by, and nothing beside it to press. */}
        <Button type="text" className="palette-leave" onClick={onClose}>
          取消
        </Button>
      </div>
      {hits.length === 0 ? <EmptyHint text={busy ? '正在查找…' : '没有找到'} /> : null}
      <div id="palette-list" role="listbox" aria-label="搜索结果" className="palette-list">
        {hits.map((hit, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input above handles the keys
          <div
            key={hit.key}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="palette-option"
            onMouseEnter={() => setAt(index)}
            onClick={() => go(hit.opens)}
          >
            <span>{hit.title}</span>
            <small>{hit.note}</small>
          </div>
        ))}
      </div>
    </div>
  );
};

/** Ctrl+K: any page, record, project, room or person by a few letters. */
export const CommandPalette = ({ entries }: { readonly entries: readonly MenuEntry[] }): ReactElement => {
  const [open, setOpen] = useState(false);
  const [card, setCard] = useState<Subject | null>(null);
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
        aria-label="搜索 Ctrl K，全局搜索"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <span className="wide-only">
          搜索 <KeyHint keys="Ctrl K" />
        </span>
      </Button>
      <AppModal open={open} footer={null} closable={false} mask={{ closable: true }} onCancel={() => setOpen(false)}>
        <Palette entries={entries} onClose={() => setOpen(false)} onCard={setCard} />
      </AppModal>
      {card ? <RelationDialog start={card} onClose={() => setCard(null)} /> : null}
    </>
  );
};
