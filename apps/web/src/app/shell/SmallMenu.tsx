import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { MenuItem } from '../menu.ts';
import { GroupLine, type LineActs, MenuLines, moveByKey, PageLine } from './MenuLines.tsx';

/** The pointer may leave a line for its panel across a corner. */
const LEAVE_AFTER_MS = 180;

interface Shown {
  readonly item: MenuItem;
  /** Where it stands in the window; from the bottom for the lines of the lower half, so that it has room. */
  readonly place: { readonly top?: number; readonly bottom?: number; readonly maxHeight: number };
}

const EDGE_PX = 8;

const placeBeside = (line: Element): Shown['place'] => {
  const { top, bottom } = line.getBoundingClientRect();
  return top < innerHeight / 2
    ? { top, maxHeight: innerHeight - top - EDGE_PX }
    : { bottom: Math.max(EDGE_PX, innerHeight - bottom), maxHeight: bottom - EDGE_PX };
};

/** Pictures only; a group shows its pages beside it, under the pointer, or by click and key. */
export const SmallMenu = ({
  items,
  open,
  activePath,
  acts,
}: {
  readonly items: readonly MenuItem[];
  readonly open: ReadonlySet<string>;
  readonly activePath: string | null;
  readonly acts: LineActs;
}): ReactElement => {
  const [shown, setShown] = useState<Shown | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => clearTimeout(leaving.current);
  useEffect(() => () => clearTimeout(leaving.current), [leaving]);

  const show = (item: MenuItem, line: Element) => {
    stay();
    setShown({ item, place: placeBeside(line) });
  };
  const hide = () => {
    stay();
    setShown(null);
  };
  const isOutermost = (line: Element) =>
    line.getAttribute('aria-expanded') !== 'true' && line.closest('ul')?.parentElement === panel.current;
  const lineOf = (item: MenuItem): HTMLElement | null =>
    root.current?.querySelector<HTMLElement>(`:scope > ul > li > [data-key="${CSS.escape(item.key)}"]`) ?? null;

  return (
    <div
      ref={root}
      role="presentation"
      onMouseEnter={stay}
      onMouseLeave={() => {
        leaving.current = setTimeout(() => setShown(null), LEAVE_AFTER_MS);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && event.relatedTarget !== null) hide();
      }}
      onKeyDown={(event) => {
        if (!(event.target instanceof HTMLElement)) return;
        const line = event.target;
        const inPanel = panel.current?.contains(line) === true;
        // Out of the panel to the line that it belongs to, from a line into its panel; the rest is as in any menu.
        const out = event.key === 'Escape' || (event.key === 'ArrowLeft' && (!inPanel || isOutermost(line)));
        if (shown && out) {
          event.preventDefault();
          hide();
          lineOf(shown.item)?.focus();
        } else if (event.key === 'ArrowRight' && !inPanel) line.click();
        else moveByKey(event, (inPanel ? panel.current : root.current?.firstElementChild) ?? event.currentTarget);
      }}
    >
      <ul role="menu" aria-label="菜单" className="menu-lines">
        {items.map((item) => (
          <li
            key={item.key}
            role="none"
            onMouseEnter={(event) => (item.path === null ? show(item, event.currentTarget) : setShown(null))}
          >
            {item.path === null ? (
              <GroupLine
                item={item}
                depth={0}
                small
                activePath={activePath}
                expanded={shown?.item.key === item.key}
                onPress={(line) => {
                  show(item, line);
                  // Drawn first.
                  setTimeout(() => panel.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus());
                }}
              />
            ) : (
              <PageLine item={item} path={item.path} depth={0} small active={item.key === activePath} go={acts.go} />
            )}
          </li>
        ))}
      </ul>
      {shown ? (
        <div ref={panel} className="menu-panel" style={shown.place}>
          <strong>{shown.item.name}</strong>
          <MenuLines
            items={shown.item.children}
            open={open}
            activePath={activePath}
            depth={1}
            name={shown.item.name}
            acts={{
              ...acts,
              go: (path) => {
                hide();
                acts.go(path);
              },
            }}
          />
        </div>
      ) : null}
    </div>
  );
};
