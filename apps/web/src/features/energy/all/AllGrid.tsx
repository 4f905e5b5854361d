/** Lines of registers by days, as a workbook shows them: arrows, Enter and Tab go on, a block is pasted, filled downwards, taken back. */
import type { EntryRow } from '@hengneng/contracts';
import { type Judged, LEVEL_NAMES } from '@hengneng/energy/measuring';
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { EMPTY } from '../entry/entries.ts';
import { isWritable } from '../entry/useSheet.ts';
import { useRowsInSight } from '../useRowsInSight.ts';
import { boxOf, cellKey, dateOf, fillDown, type Line, pasteBlock, type Range, within } from './grid.ts';
import type { All } from './useAll.ts';

/** Height of a line in px; lines out of sight are not drawn. */
const ROW_PX = 36;
const TONES = { normal: 'good', notice: 'warn', abnormal: 'bad', unjudged: 'neutral', pending: 'warn' } as const;
type Level = keyof typeof TONES;
const isLevel = (level: string | null): level is Level => level !== null && level in TONES;
const levelName = (level: Level): string => (level === 'pending' ? '待确认' : LEVEL_NAMES[level]);

const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });

/** What is said of the last day of a line: typed or entered. */
const lastOf = (row: EntryRow | undefined, judged: Judged | null) => {
  if (judged?.kind === 'taken')
    return {
      usage: judged.usage,
      deviation: judged.verdict?.deviation ?? null,
      level: judged.pending !== null ? 'pending' : (judged.verdict?.level ?? 'unjudged'),
      words: judged.pending ?? judged.verdict?.words ?? '首次读数，作为起点不计用量',
    };
  if (judged?.kind === 'refused') return { usage: null, deviation: null, level: 'abnormal', words: judged.message };
  return {
    usage: row?.Usage ?? null,
    deviation: row?.Deviation ?? null,
    level: row?.Verdict ?? null,
    words: row?.Words ?? '',
  };
};

/** What a cell shows that may not be written. */
const Still = ({ row, editable }: { readonly row: EntryRow | undefined; readonly editable: boolean }): ReactElement => {
  if (row === undefined) return <span className="all-none" title="当日不应抄" />;
  if (row.EntryId !== null) {
    const about = `${row.Editor ?? '系统'} ${row.EditTime === null ? '' : formatDateTime(row.EditTime)} 录入${row.VersionCount > 1 ? `（v${row.VersionCount}）` : ''}，${row.PeriodName}`;
    return editable ? (
      <Link
        title={`${about}；点击修改`}
        to={`/operationContent/DataInput/dataEdit?${new URLSearchParams({ ProjectCode: row.ProjectCode, EntryId: row.EntryId })}`}
      >
        {row.Reading}
      </Link>
    ) : (
      <span title={about}>{row.Reading}</span>
    );
  }
  if (row.Missed !== null) return <span title={`未抄：${row.Missed}`}>未抄</span>;
  return row.PeriodState === 'open' ? (
    <span className="all-none">未录</span>
  ) : (
    <span className="all-none" title={`${row.PeriodName}，未录；请到数据补录`}>
      {row.PeriodState === 'review' ? '缺' : '锁'}
    </span>
  );
};

interface LineProps {
  readonly line: Line;
  readonly index: number;
  readonly all: All;
  readonly project: string;
  readonly range: Range | null;
  readonly mayAdd: boolean;
  readonly mayEdit: boolean;
  readonly onRange: (range: Range) => void;
}

const GridLine = ({ line, index, all, project, range, mayAdd, mayEdit, onRange }: LineProps): ReactElement => {
  const { about, cells } = line;
  const end = cells.length - 1;
  const last = lastOf(cells[end], all.judged(line, end));
  const name = `${about.DisplayName} ${about.RegisterName}`;
  return (
    <div role="row" aria-rowindex={index + 2} className="all-row" style={{ height: ROW_PX }}>
      <span role="gridcell" title={project}>
        {project}
      </span>
      <span role="rowheader" className="all-name" title={`${name} ${about.MeterNo} ${about.Place}`}>
        {about.DisplayName}
      </span>
      <span role="gridcell">{about.RegisterName}</span>
      <span role="gridcell" className="num">
        {about.Ratio}
      </span>
      {cells.map((row, column) => {
        const key = row === undefined ? '' : cellKey(row);
        const fault = all.wrongOf(line, column);
        const chosen = range !== null && within(range, index, column);
        const date = row === undefined ? '' : dateOf(row);
        return (
          <span
            key={`${line.key} ${date || column}`}
            role="gridcell"
            aria-selected={chosen}
            data-place={`${index} ${column}`}
            className={`all-cell num${chosen ? ' all-chosen' : ''}${row !== undefined && isWritable(row) ? '' : ' all-still'}`}
          >
            {row !== undefined && isWritable(row) && mayAdd ? (
              <input
                inputMode="decimal"
                autoComplete="off"
                data-cell={`${index} ${column}`}
                aria-label={`${name} ${date} 读数`}
                aria-invalid={fault !== null}
                title={fault?.message ?? `上次 ${row.LastReading ?? '—'}`}
                value={all.typed[key]?.reading ?? ''}
                onFocus={() => onRange({ row: index, column, toRow: index, toColumn: column })}
                onChange={(event) => all.put(new Map([[key, { reading: event.target.value, missed: '' }]]))}
              />
            ) : (
              <Still row={row} editable={mayEdit} />
            )}
          </span>
        );
      })}
      <span role="gridcell" className="num all-side all-usage">
        {last.usage === null ? '—' : number.format(Number(last.usage))}
      </span>
      <span role="gridcell" className="num all-side all-deviation">
        {last.deviation === null ? '—' : `${last.deviation > 0 ? '+' : ''}${Math.round(last.deviation)}`}
      </span>
      <span role="gridcell" className="all-side all-verdict" title={last.words}>
        {isLevel(last.level) ? <Tag tone={TONES[last.level]}>{levelName(last.level)}</Tag> : '—'}
      </span>
    </div>
  );
};

const placeOf = (target: EventTarget): { readonly row: number; readonly column: number } | null => {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-place]') : null;
  const [row, column] = (cell?.dataset['place'] ?? '').split(' ').map(Number);
  return row === undefined || column === undefined || Number.isNaN(row) || Number.isNaN(column)
    ? null
    : { row, column };
};

/** What a cell says, typed or entered: for sums, copies and filling. */
export const textOf = (all: All, row: EntryRow | undefined): string =>
  row === undefined ? '' : isWritable(row) ? (all.typed[cellKey(row)]?.reading.trim() ?? '') : (row.Reading ?? '');

export interface AllGridProps {
  readonly all: All;
  readonly lines: readonly Line[];
  readonly dates: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly range: Range | null;
  readonly mayAdd: boolean;
  readonly mayEdit: boolean;
  readonly onRange: (range: Range) => void;
}

export const AllGrid = ({ all, lines, dates, names, range, mayAdd, mayEdit, onRange }: AllGridProps): ReactElement => {
  const { box, first, last, goTo } = useRowsInSight(lines.length, ROW_PX);
  const focus = (row: number, column: number): void => goTo(row, `input[data-cell="${row} ${column}"]`);
  /** The next cell in a direction that may be written. */
  const move = (from: { readonly row: number; readonly column: number }, down: number, right: number): void => {
    let { row, column } = from;
    for (;;) {
      row += down;
      column += right;
      const cell = lines[row]?.cells[column];
      if (row < 0 || row >= lines.length || column < 0 || column >= dates.length) return;
      if (cell !== undefined && isWritable(cell)) {
        focus(row, column);
        return;
      }
    }
  };
  const extend = (down: number, right: number): void => {
    if (range === null) return;
    const toRow = Math.min(lines.length - 1, Math.max(0, range.toRow + down));
    const toColumn = Math.min(dates.length - 1, Math.max(0, range.toColumn + right));
    onRange({ ...range, toRow, toColumn });
  };
  const fill = (): void => {
    if (range === null) return;
    const filled = fillDown(lines, range, (row) => textOf(all, row), isWritable);
    all.put(new Map([...filled].map(([key, reading]) => [key, { reading, missed: '' }])));
  };
  const clear = (): void => {
    if (range === null) return;
    const { top, bottom, left, right } = boxOf(range);
    const cells = lines
      .slice(top, bottom + 1)
      .flatMap(({ cells: of }) => of.slice(left, right + 1))
      .filter((row) => row !== undefined && isWritable(row) && all.typed[cellKey(row)] !== undefined);
    all.put(new Map(cells.map((row) => [row === undefined ? '' : cellKey(row), EMPTY])));
  };
  const several = range !== null && (range.row !== range.toRow || range.column !== range.toColumn);
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = placeOf(event.target);
    if (place === null || event.nativeEvent.isComposing) return;
    const steer = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const done = (act: () => void): void => {
      event.preventDefault();
      act();
    };
    if (steer && key === 'z') return done(event.shiftKey ? all.redo : all.undo);
    if (steer && key === 'y') return done(all.redo);
    if (steer && key === 'd') return done(fill);
    if (key === 'delete' && several) return done(clear);
    const arrows: Readonly<Record<string, readonly [number, number]>> = {
      arrowup: [-1, 0],
      arrowdown: [1, 0],
      arrowleft: [0, -1],
      arrowright: [0, 1],
      enter: [event.shiftKey ? -1 : 1, 0],
    };
    const [down, right] = arrows[key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    if (event.shiftKey && key !== 'enter') return done(() => extend(down, right));
    if (right !== 0 && event.target instanceof HTMLInputElement) {
      // Within the text an arrow goes along it; at its end, on.
      const { selectionStart, selectionEnd, value } = event.target;
      if (selectionStart !== selectionEnd || selectionStart !== (right > 0 ? value.length : 0)) return;
    }
    done(() => move(place, down, right));
  };
  const onPaste = (event: ClipboardEvent): void => {
    const place = placeOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (place === null || !/[\n\t]/.test(text.trim())) return;
    event.preventDefault();
    const { placed, left, wrong } = pasteBlock(lines, place, text, isWritable);
    if (wrong.length > 0) {
      notify.error(`${wrong.slice(0, 3).join('；')}${wrong.length > 3 ? ` 等 ${wrong.length} 处` : ''}，没有粘贴`);
      return;
    }
    all.put(new Map([...placed].map(([key, reading]) => [key, { reading, missed: '' }])));
    if (left > 0) notify.warning(`粘贴的内容有 ${left} 格落在不可录的位置，没有填入`);
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (range === null || !several) return;
    event.preventDefault();
    const { top, bottom, left, right } = boxOf(range);
    const text = lines
      .slice(top, bottom + 1)
      .map(({ cells }) =>
        cells
          .slice(left, right + 1)
          .map((row) => textOf(all, row))
          .join('\t'),
      )
      .join('\n');
    event.clipboardData.setData('text/plain', text);
  };
  /** With the mouse held down, or with Shift, the range is drawn on. */
  const onMouse = (event: MouseEvent): void => {
    const place = placeOf(event.target);
    if (place === null || event.button !== 0) return;
    const drawing = event.type === 'mousemove';
    if (drawing && event.buttons !== 1) return;
    if ((drawing || event.shiftKey) && range !== null) {
      if (range.toRow === place.row && range.toColumn === place.column) return;
      if (!drawing) event.preventDefault();
      onRange({ ...range, toRow: place.row, toColumn: place.column });
    } else if (!drawing) onRange({ ...place, toRow: place.row, toColumn: place.column });
  };
  // A week and what is judged of its last day beside each other on a page of 1440.
  const columns = `98px 134px 42px 40px repeat(${dates.length}, 92px) 78px 60px 72px`;
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={-1}
      aria-label="大表录入"
      aria-rowcount={lines.length + 1}
      aria-multiselectable
      className="all-grid surface"
      style={{ '--all-columns': columns } as CSSProperties}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onCopy={onCopy}
      onMouseDown={onMouse}
      onMouseMove={onMouse}
    >
      <div role="row" className="all-row all-head">
        {['项目', '表计', '示数', '倍率'].map((head) => (
          <span role="columnheader" key={head} className={head === '表计' ? 'all-name' : undefined}>
            {head}
          </span>
        ))}
        {dates.map((date) => (
          <span role="columnheader" key={date} className="num">
            {date.slice(5)}
          </span>
        ))}
        <span role="columnheader" className="num all-side all-usage">
          {dates.at(-1)?.slice(5)} 用量
        </span>
        <span role="columnheader" className="num all-side all-deviation">
          偏差%
        </span>
        <span role="columnheader" className="all-side all-verdict">
          判定
        </span>
      </div>
      <div role="presentation" style={{ height: first * ROW_PX }} />
      {lines.slice(first, last).map((line, offset) => (
        <GridLine
          key={line.key}
          line={line}
          index={first + offset}
          all={all}
          project={names[line.project] ?? line.project}
          range={range}
          mayAdd={mayAdd}
          mayEdit={mayEdit}
          onRange={onRange}
        />
      ))}
      <div role="presentation" style={{ height: (lines.length - last) * ROW_PX }} />
    </div>
  );
};
