/** Projects by days; a colour and a figure say how much of each day is there, and a cell leads to what is missing. */
import { shortCodeOf } from '@hengneng/core';
import { type ReactElement, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { canOpen } from '../../../lib/permission.ts';
import { type DayCell, type Progress, rateTone } from './progress.ts';

const GAPS = '/operationContent/DataInput/dataReplenish';

export const Heat = ({ progress }: { readonly progress: Progress }): ReactElement => {
  const days = [...new Set(progress.Calendar.map(({ Date: day }) => day))].sort();
  const cells = new Map(progress.Calendar.map((cell): [string, DayCell] => [`${cell.ProjectCode} ${cell.Date}`, cell]));
  const linked = canOpen(shortCodeOf(GAPS));
  // Who is late is asked of the last days: where the month is wider than the page, it begins with its end.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null && progress.Month !== '') box.current.scrollLeft = box.current.scrollWidth;
  }, [progress.Month]);
  return (
    <section className="surface count-heat" aria-label="完整率日历">
      <h2>
        完整率日历 <small>绿 100%，黄 ≥95%，橙 ≥80%，红 &lt;80%，灰为停机日{linked ? '；点格看缺口' : ''}</small>
      </h2>
      <div ref={box} className="count-scroll" role="region" aria-label="完整率日历表格" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>项目</th>
              {days.map((day) => (
                <th key={day}>{Number(day.slice(8))}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {progress.rows.map((row) => (
              <tr key={row.ProjectCode}>
                <th>{row.ProjectName}</th>
                {days.map((day) => {
                  const cell = cells.get(`${row.ProjectCode} ${day}`);
                  const rate = cell?.Rate ?? null;
                  const words = `${row.ProjectName} ${day}：应录 ${cell?.Due ?? 0}，已录 ${cell?.Done ?? 0}`;
                  return (
                    <td key={day} className={`heat-${rateTone(rate)}`} title={words}>
                      {rate === null ? (
                        '—'
                      ) : linked ? (
                        <Link
                          aria-label={`${words}，完整率 ${Math.floor(rate)}%`}
                          to={`${GAPS}?${new URLSearchParams({ ProjectCode: row.ProjectCode, Month: progress.Month, Date: day })}`}
                        >
                          {Math.floor(rate)}
                        </Link>
                      ) : (
                        Math.floor(rate)
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
