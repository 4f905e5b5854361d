import StarFilled from '@ant-design/icons/es/icons/StarFilled';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import { getMyList } from '@hengneng/contracts';
import { MODULES, type ModuleIdentity, SCREENS, shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { ToolPopover } from '../../ui/ToolPopover.tsx';
import { type DragEvent, type KeyboardEvent, type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { formPath } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import { useSetting } from '../../lib/useSetting.ts';
import { areaIcon } from '../../ui/area-icons.tsx';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Block } from './Block.tsx';
import { MOST_FAVOURITES, placeBefore, readFavourites, recentOf, shownOf } from './quick.ts';

interface Startable {
  readonly title: string;
  readonly to: string;
  readonly icon: ReactElement;
}

const modules: readonly (readonly [string, ModuleIdentity])[] = Object.entries(MODULES);
/** As many of one's latest records tell what one starts most. */
const LATEST = 40;
const TYPE = 'application/x-quick-start';

/** What stands outermost above a place in the menu has its picture. */
const pictureAbove = (code: string): ReactElement =>
  areaIcon(
    code,
    useSession.getState().menuList.find(({ ShortCode }) => code === ShortCode || code.startsWith(`${ShortCode}.`))
      ?.T_Icon,
  );

/** Modules whose form the person may open and of which they may start a record. */
const startableModules = (): ReadonlyMap<string, Startable> =>
  new Map(
    modules.flatMap(([id, module]): (readonly [string, Startable])[] => {
      const path = formPath(id, module);
      if (!canOpen(shortCodeOf(path))) return [];
      const allowed = SCREENS.some((screen) => screen.module === id && can(shortCodeOf(screen.path), 'add'));
      const to = `${path}?ProcedureId=${module.procedureId}`;
      return allowed ? [[id, { title: module.title, to, icon: pictureAbove(shortCodeOf(module.home)) }]] : [];
    }),
  );

/** Every module that can be started; the star makes it a favourite. */
const All = ({
  startable,
  favourites,
  onToggle,
}: {
  readonly startable: ReadonlyMap<string, Startable>;
  readonly favourites: readonly string[];
  readonly onToggle: (id: string) => void;
}): ReactElement => {
  const [text, setText] = useState('');
  const found = [...startable].filter(([, { title }]) => title.includes(text.trim()));
  return (
    <div className="quick-all">
      <Input
        allowClear
        size="small"
        placeholder="查找"
        aria-label="查找可发起的单据"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 ? <EmptyHint text="没有找到" /> : null}
      <ul>
        {found.map(([id, { title, to }]) => {
          const marked = favourites.includes(id);
          return (
            <li key={id}>
              <Link to={to}>{title}</Link>
              <Button
                type="text"
                size="small"
                icon={marked ? <StarFilled /> : <StarOutlined />}
                aria-label={marked ? `取消收藏 ${title}` : `收藏 ${title}`}
                aria-pressed={marked}
                disabled={!marked && favourites.length >= MOST_FAVOURITES}
                onClick={() => onToggle(id)}
              />
            </li>
          );
        })}
      </ul>
      <p className="field-hint">
        已收藏 {favourites.length}/{MOST_FAVOURITES}，收藏的可拖动排序，或选中后用左右方向键移动
      </p>
    </div>
  );
};

/** One press to a new record: favourites in the person's order, then what they started lately. Without anything to start, the block is not there. */
export const QuickStart = (): ReactElement | null => {
  const [startable] = useState(startableModules);
  const [stored, save] = useSetting('quick.favourites');
  const ids = useMemo(() => [...startable.keys()], [startable]);
  const latest = useQuery({
    queryKey: ['mine', 'latest'],
    queryFn: ({ signal }) => callApi(getMyList, { PageSize: LATEST }, { signal }),
    enabled: ids.length > 0,
  });
  if (ids.length === 0) return null;
  const favourites = readFavourites(stored, ids);
  const recent = recentOf(latest.data?.rows.map((row) => row.moduleId) ?? [], favourites, ids);
  const change = (next: (favourites: readonly string[]) => readonly string[]) =>
    save((known) => next(readFavourites(known, ids)));
  const toggle = (id: string) =>
    change((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id].slice(0, MOST_FAVOURITES)));
  const drop = (event: DragEvent, target: string) => {
    const dragged = event.dataTransfer.getData(TYPE);
    if (dragged === '') return;
    event.preventDefault();
    change((now) => placeBefore(now, dragged, target));
  };
  const step = (event: KeyboardEvent, id: string) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const target = favourites[favourites.indexOf(id) + by];
    if (by === 0 || target === undefined) return;
    event.preventDefault();
    change((now) => placeBefore(now, id, target));
  };
  const tile = (id: string) => {
    const one = startable.get(id);
    if (!one) return null;
    const marked = favourites.includes(id);
    return (
      <li
        key={id}
        onDragOver={(event) => {
          if (marked && event.dataTransfer.types.includes(TYPE)) event.preventDefault();
        }}
        onDrop={(event) => drop(event, id)}
      >
        <Link
          to={one.to}
          title={one.title}
          draggable={marked}
          onDragStart={(event) => {
            if (marked) event.dataTransfer.setData(TYPE, id);
          }}
          onKeyDown={(event) => {
            if (marked) step(event, id);
          }}
        >
          <span aria-hidden>{one.icon}</span>
          <span className="quick-title">{one.title}</span>
        </Link>
      </li>
    );
  };
  return (
    <Block
      title="快捷发起"
      extra={
        <ToolPopover
          placement="bottomRight"
          content={<All startable={startable} favourites={favourites} onToggle={toggle} />}
        >
          <Button type="link" size="small">
            全部 {ids.length}
          </Button>
        </ToolPopover>
      }
    >
      <ul className="quick-start">{shownOf(favourites, recent, ids).map(tile)}</ul>
    </Block>
  );
};
