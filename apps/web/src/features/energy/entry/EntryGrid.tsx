/** The rows of a sheet: as many as are in sight are drawn. Enter and the arrows go up and down, Tab goes on, a pasted column fills downwards. */
import { type EntryRow, MISSED_REASONS } from '@hengneng/contracts';
import { ABNORMAL_REASONS, type Judged, LEVEL_NAMES } from '@hengneng/energy/measuring';
import { type ClipboardEvent, type KeyboardEvent, memo, type ReactElement, useEffect, useRef } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type Draft, EMPTY, type Fault, keyOf, type PlacedPaste } from './entries.ts';
import { useRowsInSight } from '../useRowsInSight.ts';
import { PhotoCell } from './PhotoCell.tsx';
import { isWritable, type Sheet } from './useSheet.ts';

/** Height of a row in px; rows out of sight are not drawn, so that each has to have the same. */
const ROW_PX = 58;

const HEADS = [
  '序号',
  '表计',
  '示数',
  '上次读数',
  '本次读数',
  '倍率',
  '用量',
  '同温中位',
  '偏差%',
  '判定',
  '翻转',
  '照片',
  '备注',
  '未抄',
  '状态',
] as const;

/** Of these the values stand at the right. */
const NUMBERS: ReadonlySet<string> = new Set(['上次读数', '倍率', '用量', '同温中位', '偏差%']);

const TONES = { normal: 'good', notice: 'warn', abnormal: 'bad', unjudged: 'neutral', pending: 'warn' } as const;
type Level = keyof typeof TONES;
const isLevel = (level: string | null): level is Level => level !== null && level in TONES;
const levelName = (level: Level): string => (level === 'pending' ? '待确认' : LEVEL_NAMES[level]);

const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const shown = (value: number | string | null): string =>
  value === null || value === '' || Number.isNaN(Number(value)) ? '—' : number.format(Number(value));
const signed = (value: number | null): string =>
  value === null ? '—' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${number.format(Math.abs(Math.round(value)))}`;

interface RowProps {
  readonly row: EntryRow;
  readonly index: number;
  readonly draft: Draft;
  readonly judged: Judged | null;
  readonly fault: Fault | undefined;
  readonly chosen: boolean;
  readonly onChange: (key: string, values: Partial<Draft>) => void;
  readonly onChoose: (key: string) => void;
}

const Verdict = ({ row, judged }: Pick<RowProps, 'row' | 'judged'>): ReactElement => {
  if (judged === null) {
    if (!isLevel(row.Verdict)) return <span className="entry-soft">—</span>;
    return (
      <span title={row.Words}>
        <Tag tone={TONES[row.Verdict]}>{levelName(row.Verdict)}</Tag> <small>{row.Words}</small>
      </span>
    );
  }
  if (judged.kind === 'refused')
    return (
      <span title={judged.message}>
        <Tag tone="bad">不能保存</Tag> <small>{judged.message}</small>
      </span>
    );
  const level: Level = judged.pending !== null ? 'pending' : (judged.verdict?.level ?? 'unjudged');
  const words = judged.hints[0]?.words ?? judged.pending ?? judged.verdict?.words ?? '首次读数，作为起点不计用量';
  return (
    <span title={words}>
      <Tag tone={TONES[level]}>{levelName(level)}</Tag> <small>{words}</small>
    </span>
  );
};

const Status = ({ row }: Pick<RowProps, 'row'>): ReactElement => {
  if (row.EntryId !== null)
    return (
      <span title={row.EditTime === null ? '' : formatDateTime(row.EditTime)}>
        已由 {row.Editor ?? '系统'} 录入{row.VersionCount > 1 ? `（v${row.VersionCount}）` : ''}
      </span>
    );
  if (row.PeriodState !== 'open') return <Tag tone="warn">{row.PeriodName}</Tag>;
  if (row.Missed !== null) return <Tag tone="warn">{`未抄：${row.Missed}`}</Tag>;
  return <span className="entry-soft">未录</span>;
};

const EntryLine = memo(({ row, index, draft, judged, fault, chosen, onChange, onChoose }: RowProps): ReactElement => {
  const key = keyOf(row);
  const name = `${row.DisplayName} ${row.RegisterName}`;
  const writable = isWritable(row);
  const change = (values: Partial<Draft>) => onChange(key, values);
  const taken = judged?.kind === 'taken' ? judged : null;
  const abnormal = taken?.verdict?.level === 'abnormal';
  const problem = fault ?? (judged?.kind === 'refused' ? { field: 'Reading', message: judged.message } : undefined);
  const errorId = `entry-error-${index}`;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={`entry-row${writable ? '' : ' entry-done'}${chosen ? ' entry-chosen' : ''}`}
      style={{ height: ROW_PX }}
      onFocus={() => onChoose(key)}
    >
      <span role="gridcell">{index + 1}</span>
      <button type="button" role="gridcell" className="entry-name" tabIndex={-1} onClick={() => onChoose(key)}>
        <b>{row.DisplayName}</b>
        <small title={row.Place}>{[row.MeterNo, row.Place].filter(Boolean).join(' · ')}</small>
      </button>
      <span role="gridcell">{row.RegisterName}</span>
      <span role="gridcell" className="num entry-last">
        {row.LastReading ?? '—'}
        <small>{row.LastTime === null ? '首次' : formatDateTime(row.LastTime).slice(5)}</small>
      </span>
      <span role="gridcell" className="entry-reading">
        {writable ? (
          <>
            <input
              data-entry={index}
              aria-label={`${name} 本次读数`}
              aria-invalid={problem !== undefined}
              aria-describedby={problem === undefined ? undefined : errorId}
              inputMode="decimal"
              autoComplete="off"
              disabled={draft.missed !== ''}
              value={draft.reading}
              onChange={(event) => change({ reading: event.target.value })}
            />
            {problem === undefined ? null : (
              <small role="alert" id={errorId} title={problem.message}>
                {problem.message}
              </small>
            )}
          </>
        ) : (
          <>
            <span className="num">{row.Reading ?? '—'}</span>
            {draft.reading.trim() === '' ||
            (row.Reading !== null && Number(draft.reading) === Number(row.Reading)) ? null : (
              // Somebody was faster: what was typed here is not lost without a word.
              <small role="alert" title={`您输入的 ${draft.reading} 没有提交；要用它请在右侧修改已录的读数`}>
                <button type="button" className="entry-drop" onClick={() => onChange(key, EMPTY)}>
                  清除
                </button>{' '}
                您输入的 {draft.reading} 未提交
              </small>
            )}
          </>
        )}
      </span>
      <span role="gridcell" className="num">
        {row.Ratio}
      </span>
      <span role="gridcell" className="num">
        {shown(taken?.usage ?? row.Usage)} <small>{row.Unit}</small>
      </span>
      <span role="gridcell" className="num">
        {shown(row.MedianSameTemp)}
        <small>{row.SampleDays > 0 ? `${row.SampleDays} 日` : '无样本'}</small>
      </span>
      <span role="gridcell" className="num">
        {signed(taken === null ? row.Deviation : (taken.verdict?.deviation ?? null))}
      </span>
      <span role="gridcell" className="entry-verdict">
        <Verdict row={row} judged={judged} />
        {writable && (abnormal || draft.reasonType !== '') ? (
          <select
            aria-label={`${name} 异常原因`}
            aria-invalid={fault?.field === 'ReasonType'}
            value={draft.reasonType}
            onChange={(event) => change({ reasonType: event.target.value })}
          >
            <option value="">选择原因</option>
            {ABNORMAL_REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        ) : null}
      </span>
      <span role="gridcell">
        {writable ? (
          <input
            type="checkbox"
            aria-label={`${name} 已翻转`}
            checked={draft.rollover}
            onChange={(event) => change({ rollover: event.target.checked })}
          />
        ) : null}
      </span>
      <span role="gridcell">
        {writable ? (
          <PhotoCell
            name={name}
            needed={row.NeedPhoto}
            device={row.DeviceId}
            photos={draft.photos}
            onChange={(photos) => change({ photos })}
          />
        ) : null}
      </span>
      <span role="gridcell">
        {writable ? (
          <input
            aria-label={`${name} ${draft.reasonType === '其他' ? '异常说明' : '备注'}`}
            placeholder={draft.reasonType === '其他' ? '请写明异常原因' : ''}
            maxLength={200}
            value={draft.reasonType === '其他' ? draft.reason : draft.note}
            onChange={(event) =>
              change(draft.reasonType === '其他' ? { reason: event.target.value } : { note: event.target.value })
            }
          />
        ) : (
          row.Note
        )}
      </span>
      <span role="gridcell">
        {writable ? (
          <select
            aria-label={`${name} 未抄原因`}
            value={draft.missed}
            onChange={(event) => change({ missed: event.target.value })}
          >
            <option value="">—</option>
            {MISSED_REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        ) : null}
      </span>
      <span role="gridcell">
        <Status row={row} />
      </span>
    </div>
  );
});

export interface EntryGridProps {
  readonly sheet: Sheet;
  readonly shown: readonly EntryRow[];
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
  /** The row to go to; a new number each time. */
  readonly goTo: { readonly key: string; readonly turn: number } | null;
  readonly onPasted: (pasted: PlacedPaste) => void;
}

export const EntryGrid = ({ sheet, shown: rows, chosen, onChoose, goTo, onPasted }: EntryGridProps): ReactElement => {
  const { box, first, last, goTo: goToInput } = useRowsInSight(rows.length, ROW_PX);
  const focus = (index: number): void => goToInput(index, `input[data-entry="${index}"]`);
  const gone = useRef(0);
  useEffect(() => {
    if (goTo === null || goTo.turn === gone.current) return;
    const index = rows.findIndex((row) => keyOf(row) === goTo.key);
    // It may come into the list only when filters are lifted, which is later than this.
    if (index < 0) return;
    gone.current = goTo.turn;
    goToInput(index, `input[data-entry="${index}"]`);
  }, [goTo, rows, goToInput]);
  /** The next row up or down that may be written. */
  const move = (from: number, by: 1 | -1) => {
    for (let index = from + by; index >= 0 && index < rows.length; index += by) {
      const row = rows[index];
      if (row !== undefined && isWritable(row)) {
        focus(index);
        return;
      }
    }
  };
  const indexOf = (target: EventTarget): number | null => {
    const text = target instanceof HTMLElement ? target.dataset['entry'] : undefined;
    return text === undefined ? null : Number(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexOf(event.target);
    if (index === null || event.nativeEvent.isComposing) return;
    const by = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1;
    if (!['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    move(index, by);
  };
  const onPaste = (event: ClipboardEvent) => {
    const index = indexOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (index === null || !/[\n\t]/.test(text.trim())) return;
    event.preventDefault();
    onPasted(sheet.paste(rows, index, text));
  };
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={-1}
      aria-label="抄表录入"
      aria-rowcount={rows.length + 1}
      className="entry-grid surface"
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    >
      <div role="row" className="entry-row entry-head">
        {HEADS.map((head) => (
          <span role="columnheader" key={head} className={NUMBERS.has(head) ? 'num' : undefined}>
            {head}
          </span>
        ))}
      </div>
      <div role="presentation" style={{ height: first * ROW_PX }} />
      {rows.slice(first, last).map((row, offset) => {
        const key = keyOf(row);
        const draft = sheet.drafts[key] ?? EMPTY;
        return (
          <EntryLine
            key={key}
            row={row}
            index={first + offset}
            draft={draft}
            judged={isWritable(row) ? sheet.judged(row, draft) : null}
            fault={sheet.faults[key]}
            chosen={chosen === key}
            onChange={sheet.change}
            onChoose={onChoose}
          />
        );
      })}
      <div role="presentation" style={{ height: (rows.length - last) * ROW_PX }} />
    </div>
  );
};
