/** Days of a year that were set by hand, those on end with one reason as one line. */
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { type DaySpan, type SpanDay, spansOf } from './day-spans.ts';

const Span = ({
  span,
  onRemove,
}: {
  readonly span: DaySpan;
  readonly onRemove: ((span: DaySpan) => void) | null;
}): ReactElement => (
  <li>
    {span.from === span.to ? span.from : `${span.from} 至 ${span.to}`}（{span.days} 天）{span.reason}
    {span.inherited ? '（公司默认）' : ''}
    {span.editor === null ? '' : `，${span.editor}`}
    {span.used === 0 ? '' : `，其中有用量的表计日 ${span.used} 个，请核对`}
    {span.locked ? '，已月锁' : ''}
    {span.locked || span.inherited || onRemove === null ? null : (
      <Button type="link" className="cell-link" onClick={() => onRemove(span)}>
        取消
      </Button>
    )}
  </li>
);

export const YearOfDays = ({
  what,
  year,
  rows,
  error,
  onYear,
  onRetry,
  onRemove,
}: {
  readonly what: string;
  readonly year: number;
  /** undefined while they are fetched. */
  readonly rows: readonly SpanDay[] | undefined;
  readonly error: Error | null;
  readonly onYear: (year: number) => void;
  readonly onRetry: () => void;
  /** null for whoever may not. */
  readonly onRemove: ((span: DaySpan) => void) | null;
}): ReactElement => (
  <>
    <div className="set-choices">
      <Button size="small" onClick={() => onYear(year - 1)}>
        {year - 1} 年
      </Button>
      <strong>{year} 年</strong>
      <Button size="small" onClick={() => onYear(year + 1)}>
        {year + 1} 年
      </Button>
    </div>
    {error !== null ? (
      <ErrorRetry error={error} onRetry={onRetry} />
    ) : rows === undefined ? (
      <SkeletonDelay rows={2} />
    ) : rows.length === 0 ? (
      <p className="edit-soft">
        {year} 年没有登记{what}
      </p>
    ) : (
      <ul>
        {spansOf(rows).map((span) => (
          <Span key={span.from} span={span} onRemove={onRemove} />
        ))}
      </ul>
    )}
  </>
);
